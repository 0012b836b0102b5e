#!/usr/bin/env python3
"""Writes page_facts.tsv: facts of `order` and `rotation`, computed again from what their pages say.

A row is a link, a fact, and its value. Independent of Poscope's code; Python's standard library alone (3.11). fp32
and bf16 are rounded through the bytes of the numbers. Run by hand: python3 generate_pages.py
"""
import math
import struct
from pathlib import Path

MASK = 2**64 - 1
DIM, BASE = 16, 10000.0  # Of `order`.


# What is drawn from a seed.

def drawn(seed, name, count):
    state = 0xCBF29CE484222325
    for byte in name.encode():
        state = ((state ^ byte) * 0x100000001B3) & MASK
    state = (state + seed * 0xD1B54A32D192ED03) & MASK
    numbers = []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        word = state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
        numbers.append((((word ^ (word >> 31)) % 201) - 100) / 100)
    return numbers


# order: scores of words.

def turned(x, position, dim, base):
    result = list(x)
    for pair in range(dim // 2):
        rotor = complex(math.cos(position * base ** (-2 * pair / dim)), math.sin(position * base ** (-2 * pair / dim)))
        product = complex(x[2 * pair], x[2 * pair + 1]) * rotor
        result[2 * pair], result[2 * pair + 1] = product.real, product.imag
    return result


def sinusoid(position):
    return [f(position * BASE ** (-2 * pair / DIM)) for pair in range(DIM // 2) for f in (math.sin, math.cos)]


def times(weights, x):
    rows = (weights[row * DIM:(row + 1) * DIM] for row in range(DIM))
    return [sum(w * v for w, v in zip(row, x)) for row in rows]


BIAS = {"alibi": lambda n: -0.5 * n, "kerple-log": lambda n: -2 * math.log1p(0.5 * n)}


def scores(words, encoding, seed):
    embedded = [drawn(seed, "word " + word, DIM) for word in words]
    if encoding == "sinusoidal":
        embedded = [[a + b for a, b in zip(x, sinusoid(p))] for p, x in enumerate(embedded)]
    sides = []
    for name in ("query weights", "key weights"):
        weights = drawn(seed, name, DIM * DIM)
        side = [times(weights, x) for x in embedded]
        if encoding == "rope":
            side = [turned(x, p, DIM, BASE) for p, x in enumerate(side)]
        sides.append(side)
    bias = BIAS.get(encoding, lambda n: 0.0)
    return [[sum(a * b for a, b in zip(q, k)) / math.sqrt(DIM) + bias(abs(i - j)) for j, k in enumerate(sides[1])]
            for i, q in enumerate(sides[0])]


def order_rows():
    rows = []
    cases = [("the dog bit the man", order, encoding, seed)
             for encoding in ("none", "sinusoidal", "rope", "alibi", "kerple-log")
             for order, seed in (("0,4,2,3,1", 1), ("4,3,2,1,0", 7))]
    cases.append(("我 看见 他", "2,1,0", "rope", 1))
    for sentence, order, encoding, seed in cases:
        words = sentence.split()
        places = [int(place) for place in order.split(",")]
        given = scores(words, encoding, seed)
        other = scores([words[place] for place in places], encoding, seed)
        where = [places.index(place) for place in range(len(words))]
        moves = {(i, j): abs(other[where[i]][where[j]] - given[i][j])
                 for i in range(len(words)) for j in range(len(words))}
        query, key = max(moves, key=moves.get)
        largest = moves[query, key]
        bag = [score for row in given for score in row]
        link = f"poscope:order?sentence={sentence.replace(' ', '%20')}&order={order}&encoding={encoding}&seed={seed}"
        facts = [("words", len(words)), ("different_words", len(set(words))), ("scores", len(bag)),
                 ("changed", sum(move > 1e-12 for move in moves.values())),
                 ("different_scores", len({round(score, 12) for score in bag})),
                 ("smallest_score", min(bag)), ("largest_score", max(bag))]
        if largest > 1e-12:
            facts.append(("largest_change", largest))
        if encoding in ("sinusoidal", "rope"):  # The biases move many pairs equally.
            facts += [("largest_query", query), ("largest_key", key)]
        rows += [(link, name, repr(value)) for name, value in facts]
    return rows


# rotation: the score of one query and one key.

def rearranged(x):
    """From interleaved to half-split: the first ones of all pairs, then the second ones."""
    return x[0::2] + x[1::2]


def score_of(q, k, half, query, key, base):
    if half:
        pairs = lambda x: [complex(a, b) for a, b in zip(x[:len(x) // 2], x[len(x) // 2:])]
    else:
        pairs = lambda x: [complex(a, b) for a, b in zip(x[0::2], x[1::2])]
    total = 0.0
    for i, (a, b) in enumerate(zip(pairs(q), pairs(k))):
        w = base ** (-2 * i / len(q))
        a *= complex(math.cos(query * w), math.sin(query * w))
        b *= complex(math.cos(key * w), math.sin(key * w))
        total += (a * b.conjugate()).real
    return total


def fp32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def bf16(x):
    word = struct.unpack("<I", struct.pack("<f", x))[0]
    word = (word + 0x7FFF + ((word >> 16) & 1)) & 0xFFFF0000
    return struct.unpack("<f", struct.pack("<I", word))[0]


def stored_score(q, k, query, key, base):
    """hf-llama in bf16: fp32 angles, cos and sin cast to bf16, each operation of the rotation rounded."""
    dim = len(q)

    def rotated(x, position):
        result = [0.0] * dim
        for i in range(dim // 2):
            w = fp32(1 / fp32(fp32(base) ** fp32(2 * i / dim)))
            angle = fp32(fp32(position) * w)
            c, s = bf16(fp32(math.cos(angle))), bf16(fp32(math.sin(angle)))
            a, b = bf16(x[2 * i]), bf16(x[2 * i + 1])
            result[2 * i] = bf16(fp32(bf16(fp32(a * c)) - bf16(fp32(b * s))))
            result[2 * i + 1] = bf16(fp32(bf16(fp32(b * c)) + bf16(fp32(a * s))))
        return result

    parts = [a * b for a, b in zip(rotated(q, query), rotated(k, key))]
    return bf16(fp32(sum(parts)))


def rotation_rows():
    rows = []
    for dim, query, key, shift, seed in ((8, 7, 4, 0, 1), (8, 7, 4, 1000, 1), (8, 100, 3, 0, 2), (64, 7, 4, 0, 1)):
        q, k = drawn(seed, "query", dim), drawn(seed, "key", dim)
        link = f"poscope:rotation?dim={dim}&query={query}&key={key}&shift={shift}&seed={seed}"
        first = shift // 128 * 128
        span = range(first, first + 128)
        here = (query + shift, key + shift, BASE)
        spread = lambda values: max(values) - min(values)
        facts = [("distance", query - key),
                 ("score", score_of(q, k, False, *here)),
                 ("score.interleaved", score_of(q, k, False, *here)),
                 ("score.half_permuted", score_of(q, k, False, *here)),
                 ("score.half", score_of(q, k, True, *here)),
                 ("score.interleaved_permuted", score_of(rearranged(q), rearranged(k), False, *here)),
                 ("query.norm", math.hypot(*q)), ("query.norm_turned", math.hypot(*q)),
                 ("key.norm", math.hypot(*k)), ("key.norm_turned", math.hypot(*k)),
                 ("apart.spread", spread([score_of(q, k, False, query, key + n, BASE) for n in span])),
                 ("together.spread", spread([stored_score(q, k, query + n, key + n, BASE) for n in span])),
                 ("together.lost", 0)]
        rows += [(link, name, repr(value)) for name, value in facts]
    return rows


def main():
    comments = ["Facts of views, by generate_pages.py (Python's standard library).", "link\tfact\tvalue"]
    lines = [f"# {comment}" for comment in comments] + ["\t".join(row) for row in order_rows() + rotation_rows()]
    Path(__file__).with_name("page_facts.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
