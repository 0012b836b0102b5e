#!/usr/bin/env python3
"""The figure of `poscope export sinusoidal -o x.png`, made with matplotlib: what scripts/bench compares against."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

positions = np.arange(50)[:, None]
pairs = np.arange(64)[None, :]
angles = positions * 10000.0 ** (-2 * pairs / 128)
table = np.empty((50, 128), dtype=np.float32)
table[:, 0::2] = np.sin(angles)
table[:, 1::2] = np.cos(angles)
figure, axes = plt.subplots(figsize=(6.3, 3.9), dpi=300)
image = axes.imshow(table, aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1, interpolation="nearest")
axes.set_xlabel("dimension")
axes.set_ylabel("position")
axes.set_title("The sinusoidal table")
figure.colorbar(image, label="table value")
figure.savefig(sys.argv[1])
