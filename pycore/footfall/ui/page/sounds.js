// Synthesizes recipes of sounds and plays them, as audio/synthesis.py and audio/mixing.py do.

const TAKES = 8;
const DETUNING = 0.02;
const waves = {
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
  let value = 0;
  for (let n = 0; n < samples.length; n++) samples[n] = value += share * (samples[n] - value);
  value = 0;
  for (let n = samples.length - 1; n >= 0; n--) samples[n] = value += share * (samples[n] - value);
  return samples;
}

function makeWave(layer, length, variant, index, rate) {
  const { wave, pitch = 0, slide = 0, cutoff = 0, bottom = 0 } = layer;
  const noise = makeNoise(variant + 1024 * index);
  const detuned = 1 + DETUNING * ((((variant % TAKES) * 3) % TAKES) / TAKES - 0.5);
  let phase = 0;
  const samples = new Float32Array(length).map((_, n) => {
    phase = (phase + ((pitch + ((slide || pitch) - pitch) * (n / Math.max(1, length - 1))) * detuned) / rate) % 1;
    return wave === "noise" ? noise() : waves[wave](phase);
  });
  if (cutoff) lowPass(samples, cutoff, rate);
  const low = bottom ? lowPass(samples.slice(), bottom, rate) : null;
  return low ? samples.map((sample, n) => sample - low[n]) : samples;
}

function synthesizeLayer(layer, variant, rate) {
  const { delay = 0, attack = 5, decay = 100, level = 100, times = 1, gap = 200, scatter = 0 } = layer;
  const [start, rise, fall, step] = [delay, attack, decay, gap].map((part) => Math.floor((part * rate) / 1000));
  const length = rise + Math.max(1, fall);
  const strays = makeNoise(7919 * (variant + 1));
  const samples = new Float32Array(start + step * (times - 1) + length);
  let wave;
  for (let index = 0; index < times; index++) {
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

/** Returns the samples of a take of a recipe; the loudest one is 1. */
export function synthesize(recipe, take, rate) {
  const parts = recipe.layers.map((layer, number) => synthesizeLayer(layer, number * TAKES + (take % TAKES), rate));
  const mix = new Float32Array(Math.max(...parts.map((part) => part.length)));
  for (const part of parts) part.forEach((sample, n) => (mix[n] += sample));
  const peak = mix.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) || 1;
  return mix.map((sample) => sample / peak);
}

export class Speaker {
  constructor() {
    this.isOn = true;
    this.context = null;
    this.buffers = new Map();
  }

  /** Opens the audio device, which browsers allow only after a key or a touch. */
  wake() {
    if (this.isOn && window.AudioContext) {
      this.context ??= new AudioContext();
      if (this.context.state === "suspended") this.context.resume().catch(() => {});
    }
  }

  /** Plays the sounds of a frame. */
  play(sounds) {
    if (!this.isOn || this.context?.state !== "running") return;
    const { destination } = this.context;
    for (const [recipe, take, [left, right, cutoffs], echo, start] of sounds) {
      const dry = () => synthesize(recipe, take, this.rate);
      const mono = () => cutoffs.reduce((samples, cutoff) => lowPass(samples, cutoff, this.rate), dry());
      this.begin([recipe, take, left, right, cutoffs], () => [mono(), left, right], start, destination);
      if (!echo) continue;
      const [delay, seconds, share, cutoff] = echo;
      const room = this.context.createConvolver();
      room.normalize = false;
      room.buffer = this.keep([seconds], () => this.makeEcho(Math.floor(seconds * this.rate)));
      room.connect(destination);
      const level = (left + right) * share;
      const thrown = () => [lowPass(mono(), cutoff, this.rate), level, level];
      this.begin([recipe, take, level, cutoffs, cutoff], thrown, start + delay, room);
    }
  }

  get rate() {
    return this.context.sampleRate;
  }

  begin(key, make, start, target) {
    const source = this.context.createBufferSource();
    source.buffer = this.keep(key, () => {
      const [mono, ...gains] = make();
      return gains.map((gain) => mono.map((sample) => sample * gain));
    });
    source.connect(target);
    source.start(this.context.currentTime + start);
  }

  makeEcho(length) {
    return [1, 2].map((seed) => {
      const noise = makeNoise(50021 + seed);
      const fading = new Float32Array(length).map((_, n) => noise() * Math.exp((-6.9 * n) / length));
      const size = Math.sqrt(fading.reduce((sum, sample) => sum + sample * sample, 0)) || 1;
      return fading.map((sample) => sample / size);
    });
  }

  /** Returns the stereo buffer of a key, made or kept. */
  keep(key, make) {
    const name = JSON.stringify(key);
    if (!this.buffers.has(name)) {
      const channels = make();
      const buffer = this.context.createBuffer(2, Math.max(1, channels[0].length), this.rate);
      channels.forEach((samples, side) => buffer.copyToChannel(samples, side));
      if (this.buffers.size > 200) this.buffers.clear();
      this.buffers.set(name, buffer);
    }
    return this.buffers.get(name);
  }
}
