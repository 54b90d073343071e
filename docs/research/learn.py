"""Learns the first task of Hush by policy gradients, with NumPy alone: python docs/research/learn.py"""

from __future__ import annotations

import argparse
import time

import numpy as np

from footfall.env import Batch

GAMES, STEPS, HIDDEN = 64, 20, 48
DISCOUNT, RATE, ENTROPY = 0.97, 0.01, 0.01
ACTIONS = 9  # wait, and a step in each of eight directions


def build_features(batch: Batch) -> np.ndarray:
    """The direction and age of the newest sound, and the ways that are open: (games, features)."""
    newest = batch.parts["sounds"][:, 0]
    direction = np.where(newest[:, 0] > 0, newest[:, 1] + 1, 9)  # 0: here, 1 to 8: north to northwest, 9: silence
    age = np.minimum(newest[:, 5:6], 8) / 8
    return np.hstack([np.eye(10)[direction], age, batch.mask[:, :ACTIONS], np.ones((batch.count, 1))])


class Policy:
    """A network of one layer, with the chances of actions and the worth of a state as its outputs."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        self.weights = [
            rng.normal(0, inputs**-0.5, (inputs, HIDDEN)),
            np.zeros((HIDDEN, ACTIONS)),
            np.zeros((HIDDEN, 1)),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def run(self, inputs: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns the hidden layer, the chances of actions, and the worth."""
        hidden = np.tanh(inputs @ self.weights[0])
        logits = np.where(mask[:, :ACTIONS] > 0, hidden @ self.weights[1], -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, chances / chances.sum(1, keepdims=True), (hidden @ self.weights[2])[:, 0]

    def learn(self, inputs: np.ndarray, mask: np.ndarray, actions: np.ndarray, returns: np.ndarray) -> None:
        """Moves the weights along the gradient of the expected return."""
        hidden, chances, worth = self.run(inputs, mask)
        gain = returns - worth
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        logs = np.log(chances + 1e-12)
        entropy = -(chances * logs).sum(1, keepdims=True)
        up = (np.eye(ACTIONS)[actions] - chances) * gain[:, None] - ENTROPY * chances * (logs + entropy)
        error = (returns - worth)[:, None]
        back = (up @ self.weights[1].T + 0.5 * error @ self.weights[2].T) * (1 - hidden**2)
        gradients = inputs.T @ back, hidden.T @ up, 0.5 * hidden.T @ error
        self.updates += 1
        for weight, (mean, square), gradient in zip(self.weights, self.moments, gradients, strict=True):
            slope = gradient / len(inputs)
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            scale = RATE / (1 - 0.9**self.updates)
            weight += scale * mean / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)


def choose(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draws an action for each row of chances."""
    return (chances.cumsum(1) > rng.random((len(chances), 1))).argmax(1).astype(np.int32)


def measure(task: str, policy: Policy | None, rng: np.random.Generator, games: int = 400) -> float:
    """Returns the share of new games that a policy solves; None: any action that is allowed."""
    batch = Batch("stealth", games, task=task, seed=2, autoreset="next_step")
    batch.reset()
    solved, playing = np.zeros(games, bool), np.ones(games, bool)
    while playing.any():
        if policy is None:
            actions = choose(batch.mask / np.maximum(batch.mask.sum(1, keepdims=True), 1), rng)
        else:
            actions = choose(policy.run(build_features(batch), batch.mask)[1], rng)
        batch.step(actions)
        solved |= playing & (batch.reward > 0)
        playing &= ~(batch.terminated | batch.truncated)
    return float(solved.mean())


def train(task: str, updates: int, rng: np.random.Generator) -> Policy:
    """Plays and learns; prints the share of solved games as it goes."""
    batch = Batch("stealth", GAMES, task=task, seed=1, autoreset="same_step")
    batch.reset()
    policy, begun = Policy(build_features(batch).shape[1], rng), time.process_time()
    solved = ended = 0
    for update in range(1, updates + 1):
        rows = []
        for _ in range(STEPS):
            inputs, mask = build_features(batch), batch.mask.copy()
            _, chances, _ = policy.run(inputs, mask)
            actions = choose(chances, rng)
            batch.step(actions)
            over = batch.terminated | batch.truncated
            rows.append((inputs, mask, actions, batch.reward.copy(), over))
            solved, ended = solved + int((batch.reward > 0).sum()), ended + int(over.sum())
        after = policy.run(build_features(batch), batch.mask)[2]
        returns = []
        for *_, reward, over in reversed(rows):
            after = reward + DISCOUNT * np.where(over, 0, after)
            returns.append(after)
        parts = [np.concatenate([row[part] for row in rows]) for part in range(3)]
        policy.learn(*parts, np.concatenate(returns[::-1]))
        if update % 10 == 0:
            seconds = time.process_time() - begun
            print(f"{update * GAMES * STEPS:6} steps {seconds:3.0f} s   solved {solved / ended:.2f} of {ended} games")
            solved = ended = 0
    return policy


def main() -> None:
    """Learns, and compares with random play on games of other seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="locate")
    parser.add_argument("--updates", type=int, default=50)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    policy = train(args.task, args.updates, rng)
    games = 400
    learned, chance = measure(args.task, policy, rng, games), measure(args.task, None, rng, games)
    pooled = (learned + chance) / 2
    sigmas = (learned - chance) / (2 * pooled * (1 - pooled) / games) ** 0.5
    print(f"learned {learned:.2f}, random {chance:.2f}: {sigmas:.0f} standard deviations")


if __name__ == "__main__":
    main()
