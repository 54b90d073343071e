// Synthesizes recipes of sounds, as audio/synthesis.py does, and plays them.

const [TAKES, DETUNING, LOOP_SECONDS, MAX_BUFFERS] = [8, 0.02, 4, 100];
const [HUSH, HUSH_SECONDS] = [0.2, 0.7]; // how much is left of the tones of a place while something else sounds
const WAVES = {
  sine: (phase) => Math.sin(2 * Math.PI * phase),
  triangle: (phase) => 4 * Math.abs(phase - 0.5) - 1,
  square: (phase) => (phase < 0.5 ? 1 : -1),
  saw: (phase) => 2 * phase - 1,
};

/** Returns a source of white noise from -1 to 1, the same for equal seeds. */
function makeNoise(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** Fades the frequencies above a cutoff by 12 dB an octave: a filter of the first order, once forward and once back. */
function lowPass(samples, cutoff, rate) {
  const share = 1 - Math.exp((-2 * Math.PI * cutoff) / rate);
  const pass = (part, value = 0) => part.map((sample) => (value += share * (sample - value))).reverse();
  return pass(pass(samples));
}

function makeWave(layer, length, variant, index, rate) {
  const { wave, pitch = 0, slide = 0, cutoff = 0, bottom = 0 } = layer;
  const noise = makeNoise(variant + 1024 * index);
  const detuned = 1 + DETUNING * ((((variant % TAKES) * 3) % TAKES) / TAKES - 0.5);
  let phase = 0;
  let samples = new Float32Array(length).map((_, n) => {
    phase = (phase + ((pitch + ((slide || pitch) - pitch) * (n / Math.max(1, length - 1))) * detuned) / rate) % 1;
    return wave === "noise" ? noise() : WAVES[wave](phase);
  });
  if (cutoff) samples = lowPass(samples, cutoff, rate);
  const low = bottom ? lowPass(samples, bottom, rate) : null;
  return low ? samples.map((sample, n) => sample - low[n]) : samples;
}

function synthesizeLayer(layer, variant, rate) {
  const { delay = 0, attack = 5, decay = 100, level = 100, times = 1, gap = 200, scatter = 0 } = layer;
  const [start, rise, fall, step] = [delay, attack, decay, gap].map((part) => Math.floor((part * rate) / 1000));
  const length = rise + Math.max(1, fall);
  const strays = makeNoise(7919 * (variant + 1));
  const samples = new Float32Array(start + step * (times - 1) + length);
  for (let index = 0, wave; index < times; index++) {
    if (!wave || layer.wave === "noise") wave = makeWave(layer, length, variant, index, rate);
    const stray = index ? Math.trunc((strays() * step * scatter) / 200) : 0;
    const at = Math.max(0, Math.min(samples.length - length, start + step * index + stray));
    for (let n = 0; n < length; n++) {
      const volume = n < rise ? n / rise : (1 - (n - rise) / Math.max(1, fall)) ** 2;
      samples[at + n] += (wave[n] * volume * level) / 100;
    }
  }
  return samples;
}

/** Returns the samples of a take of a recipe; the loudest one is 1. The tail of a loop sounds at its beginning. */
export function synthesize(recipe, take, rate, isLoop = false) {
  const parts = recipe.layers.map((layer, number) => synthesizeLayer(layer, number * TAKES + (take % TAKES), rate));
  const mix = new Float32Array(isLoop ? LOOP_SECONDS * rate : Math.max(...parts.map((part) => part.length)));
  for (const part of parts) part.forEach((sample, n) => (mix[n % mix.length] += sample));
  const peak = mix.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) || 1;
  return mix.map((sample) => sample / peak);
}

export class Speaker {
  isOn = true; buffers = new Map(); tones = []; loops = [];

  /** Opens the audio device, which browsers allow only after a key or a touch. */
  wake() {
    if (this.isOn && window.AudioContext && !this.context) {
      this.context = new AudioContext();
      this.room = this.context.createGain();
      this.room.connect(this.context.destination);
    }
    if (this.context?.state === "suspended") this.context.resume().catch(() => {});
    if (this.isOn === !this.loops.length) this.loop(this.tones);
  }

  /** Plays the sounds of a frame, which hush the tones of the place. */
  play(sounds) {
    if (!this.isOn || this.context?.state !== "running") return;
    const now = this.context.currentTime;
    for (const sound of sounds) this.build(sound, false).start(now + sound[3]);
    if (sounds.length) this.room.gain.setTargetAtTime(HUSH, now, 0.02).setTargetAtTime(1, now + HUSH_SECONDS, 0.2);
  }

  /** Plays the tones of a place until others follow; they go on where those before them were. */
  loop(tones) {
    const isSame = tones === this.tones && this.loops.length === (this.isOn ? tones.length : 0);
    this.tones = tones;
    if (isSame || this.context?.state !== "running") return;
    const now = this.context.currentTime;
    for (const source of this.loops) source.stop();
    this.loops = (this.isOn ? tones : []).map((tone) => this.build(tone, true, this.room));
    for (const source of this.loops) source.start(now, now % LOOP_SECONDS);
  }

  /** Returns the source of a sound, louder on one side; its samples are made or kept. */
  build([recipe, take, [left, right, cutoffs]], isLoop, target = this.context.destination) {
    const rate = this.context.sampleRate;
    const key = JSON.stringify([recipe, take, cutoffs, isLoop]);
    if (!this.buffers.has(key)) {
      const mono = cutoffs.reduce((samples, cutoff) => lowPass(samples, cutoff, rate), synthesize(recipe, take, rate, isLoop));
      const buffer = this.context.createBuffer(1, mono.length, rate);
      buffer.copyToChannel(mono, 0);
      if (this.buffers.size > MAX_BUFFERS) this.buffers.clear();
      this.buffers.set(key, buffer);
    }
    const source = Object.assign(this.context.createBufferSource(), { buffer: this.buffers.get(key), loop: isLoop });
    const sides = this.context.createChannelMerger(2);
    [left, right].forEach((gain, side) => source.connect(new GainNode(this.context, { gain })).connect(sides, 0, side));
    sides.connect(target);
    return source;
  }
}
