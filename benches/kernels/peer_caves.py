"""Rows 27 to 32: caves and regions."""

# ruff: noqa: B023 - each closure is called within its loop iteration

import numpy as np
from peer_rows import add_row, cc3d, cv2, ndimage, time_call, time_ours

from footfall import kernels


def bench_caves(quick: bool) -> None:
    """Rows 27 to 32."""
    bars = {43: (6, 60, 8, 20), 512: (3, 150, 8, 10), 4096: (3, 100, 6, 7)}
    for side in ((43, 80), (512, 512), (4096, 4096))[: 2 if quick else 3]:
        size, bar = f"{side[1]}x{side[0]}", bars[side[0]]
        noise = [kernels.cave(side, seed, steps=0) for seed in range(2)]
        images = [n.astype(np.uint8) for n in noise]
        ours = time_ours(lambda _: lambda i: kernels.cave_step(noise[i], rule="majority", steps=5), None, 2)
        piped = time_ours(lambda _: lambda i: kernels.largest_region(kernels.cave(side, i, rule="majority")), None, 2)
        if cv2:

            def blurred(i: int) -> np.ndarray:
                image = images[i]
                for _ in range(5):
                    image = cv2.medianBlur(image, 3)
                return image

            def whole(i: int) -> np.ndarray:
                image = np.empty(side, np.uint8)
                cv2.randu(image, 0, 255)
                image = (image < 153).view(np.uint8)
                for _ in range(5):
                    image = cv2.medianBlur(image, 3)
                _, labels, stats, _ = cv2.connectedComponentsWithStats(image, connectivity=4)
                return labels == 1 + stats[1:, cv2.CC_STAT_AREA].argmax()

            assert np.array_equal(blurred(0), kernels.cave_step(noise[0], rule="majority", steps=5))
            add_row("27", f"cave x5 {size}, bytes in and out", "cv2.medianBlur(3)", ours, time_call(blurred, 2), bar[0])
            add_row("31", f"cave pipeline {size}, keep largest", "OpenCV pipeline", piped, time_call(whole, 2), bar[2])
        if ndimage:
            kernel = np.ones((3, 3), np.uint8)

            def convolved(i: int) -> np.ndarray:
                image = images[i]
                for _ in range(5):
                    image = (ndimage.convolve(image, kernel, mode="nearest") >= 5).astype(np.uint8)
                return image

            def piped_there(i: int) -> np.ndarray:
                image = (np.random.default_rng(i).random(side) < 0.6).astype(np.uint8)
                for _ in range(5):
                    image = (ndimage.convolve(image, kernel, mode="nearest") >= 5).astype(np.uint8)
                labels, _ = ndimage.label(image)
                return labels == 1 + np.bincount(labels.ravel())[1:].argmax()

            add_row("28", f"cave x5 {size}, bytes in and out", "scipy convolve", ours, time_call(convolved, 2), bar[1])
            add_row(
                "32", f"cave pipeline {size}, keep largest", "numpy and scipy", piped, time_call(piped_there, 2), bar[3]
            )
    cave = [kernels.cave((512, 512), seed) for seed in range(4)]
    images = [c.astype(np.uint8) for c in cave]
    ours = time_ours(lambda _: lambda i: kernels.regions(cave[i]), None, 4)
    if cv2:
        theirs = time_call(lambda i: cv2.connectedComponents(images[i], connectivity=4), 4)
        add_row("29", "labels 512x512, int32 image", "cv2", ours, theirs, 1.8)
    if cc3d:
        theirs = time_call(lambda i: cc3d.connected_components(images[i], connectivity=4), 4)
        add_row("29", "labels 512x512, int32 image", "cc3d", ours, theirs, 1.8)
    if ndimage:

        def keep(i: int) -> np.ndarray:
            labels, _ = ndimage.label(cave[i])
            return labels == 1 + np.bincount(labels.ravel())[1:].argmax()

        assert np.array_equal(keep(0), kernels.largest_region(cave[0]))
        largest = time_ours(lambda _: lambda i: kernels.largest_region(cave[i]), None, 4)
        add_row("30", "keep the largest region 512x512", "scipy label and bincount", largest, time_call(keep, 4), 10)
