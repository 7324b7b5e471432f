"""Files of gains: what is read is exact, and what is broken or hostile ends in one message with a way on."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.axes.ellipsoid import MOST
from derive.axes.gains import read_gains
from derive.errors import InputError

GAINS = [1.5, -0.25, 0.0, 3.0]


class Opened:
    """Leaves a trace when it is unpickled."""

    traces: list[str] = []  # noqa: RUF012

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return Opened.traces.append, ("unpickled",)


def npy(array: Any) -> bytes:
    """The content of an .npy."""
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=True)
    return stream.getvalue()


def npy_header(text: str) -> bytes:
    """An .npy of version 1 with a header as it is given, and no data."""
    header = text.encode().ljust(118) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header


def promise(shape: str) -> bytes:
    """An .npy whose header promises float64 numbers of a shape."""
    return npy_header(f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}")


def npz(**arrays: Any) -> bytes:
    """The content of an .npz."""
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def safetensors(data: bytes = b"", length: int | None = None, **entries: Any) -> bytes:
    """The content of a .safetensors: ``name=(dtype, shape, start, end)``, or an entry as it stands."""
    header = json.dumps(
        {
            name: dict(zip(("dtype", "shape"), each, strict=False), data_offsets=list(each[2:]))
            if isinstance(each, tuple)
            else each
            for name, each in entries.items()
        }
    ).encode()
    return (len(header) if length is None else length).to_bytes(8, "little") + header + data


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Any]:
    """``read("npy", content, key)``: the gains in a file with that content."""

    def reading(suffix: str, content: bytes, key: str = "") -> Any:
        path = tmp_path / f"gains.{suffix}"
        path.write_bytes(content)
        return read_gains(f"{path}:{key}" if key else str(path))

    return reading


@pytest.mark.parametrize("dtype", ["<f2", ">f2", "<f4", ">f4", "<f8", ">f8"])
def test_floats_of_numpy_are_exact(read: Any, dtype: str) -> None:
    """In either order of bytes; as one array of a file, or under a name."""
    array = np.array([*GAINS, 0.1], dtype=dtype)
    for found in (read("npy", npy(array)), read("npz", npz(weight=array)), read("npz", npz(a=array, b=[1.0]), "a")):
        assert found.dtype == np.float64
        assert found.tolist() == array.astype(np.float64).tolist()


@pytest.mark.parametrize(("dtype", "kind"), [("F64", "<f8"), ("F32", "<f4"), ("F16", "<f2")])
def test_floats_of_safetensors_are_exact(read: Any, dtype: str, kind: str) -> None:
    """At their offset, behind another tensor, with metadata."""
    data = np.array(GAINS, dtype=kind).tobytes()
    entry = (dtype, [4], 8, 8 + len(data))
    content = safetensors(
        bytes(8) + data, **{"__metadata__": {"format": "pt"}, "a.bias": ("F64", [1], 0, 8), "a": entry}
    )
    assert read("safetensors", content, "a").tolist() == GAINS
    assert read("safetensors", content, "a.bias").tolist() == [0.0]


def test_bfloat16_is_exact(read: Any) -> None:
    """It is the upper half of a float32: 1.5, −2, the least normal number, and a NaN, which others refuse."""
    data = np.array([0x3FC0, 0xC000, 0x0080, 0x7FC0], dtype="<u2").tobytes()
    found = read("safetensors", safetensors(data, w=("BF16", [4], 0, 8)))
    assert found[:3].tolist() == [1.5, -2.0, 2.0**-126]
    assert np.isnan(found[3])


def test_text(read: Any) -> None:
    """Blanks, commas, lines, and comments."""
    assert read("txt", b"# gains.txt\n1.5 -0.25, # two\n\n0e0,3\n").tolist() == GAINS


def test_a_colon_in_a_key_or_folder(tmp_path: Path) -> None:
    """The file ends at its suffix, wherever there are colons."""
    folder = tmp_path / "a:b.npz.d"
    folder.mkdir()
    np.savez(folder / "g.npz", **{"x:y": np.array(GAINS), "z": np.ones(1)})
    assert read_gains(f"{folder}/g.npz:x:y").tolist() == GAINS


FLOATS = np.array(GAINS).tobytes()
LONG = {f"layer.{n}.norm.{kind}": np.ones(2) for n in range(40) for kind in ("weight", "bias")}
HOSTILE = {
    "a pickle": ("npy", npy(np.array([Opened()], dtype=object)), "", "pickled objects"),
    "a pickle in an archive": ("npz", npz(w=np.array([Opened()], dtype=object)), "w", "pickled objects"),
    "a bare pickle": ("npy", b"\x80\x04K\x01.", "", "cannot be read as .npy"),
    "integers": ("npy", npy(np.arange(3)), "", "holds int64, expected float16"),
    "complex numbers": ("npy", npy(np.ones(3, complex)), "", "holds complex128"),
    "void, as bfloat16 is saved": ("npy", npy(np.zeros(3, "V2")), "", "expected float16"),
    "fields": ("npy", npy(np.zeros(3, [("g", "f8")])), "", "expected float16"),
    "a scalar": ("npy", npy(np.float64(1)), "", "the shape (), expected a vector (N,)"),
    "a matrix": ("npy", npy(np.ones((2, 2))), "", "the shape (2, 2)"),
    "nothing": ("npy", npy(np.ones(0)), "", "the shape (0,)"),
    "an empty file": ("npy", b"", "", "cannot be read as .npy"),
    "a truncated header": ("npy", npy(np.ones(3))[:40], "", "cannot be read as .npy"),
    "truncated data": ("npy", npy(np.ones(3))[:-1], "", "1 bytes too early"),
    "a negative size": ("npy", promise("(-3,)"), "", "the shape (-3,)"),
    "a size beyond all": ("npy", promise(f"({10**18},)"), "", "more than"),
    "a size that is not there": ("npy", promise(f"({MOST},)"), "", "too early"),
    "a program as header": ("npy", npy_header("__import__('os').getpid()"), "", "cannot be read as .npy"),
    "a header of brackets": ("npy", npy_header("(" * 100), "", "cannot be read as .npy"),
    "a huge header": ("npy", b"\x93NUMPY\x02\x00\x00\x00\x00\x80" + b" " * 99, "", "cannot be read as .npy"),
    "another version": ("npy", b"\x93NUMPY\x09\x00" + bytes(99), "", "version (9, 0)"),
    "a key of one array": ("npy", npy(np.ones(3)), "w", "one array, and no name 'w'"),
    "no archive": ("npz", b"PK\x03\x04 no", "", "cannot be read as .npz"),
    "a truncated archive": ("npz", npz(w=np.ones(99))[:-30], "", "cannot be read as .npz"),
    "an empty archive": ("npz", npz(), "", "it has no arrays"),
    "two arrays": ("npz", npz(a=np.ones(2), b=np.ones(2)), "", "it has a, b"),
    "an unknown key": ("npz", npz(weight=np.ones(2), bias=np.ones(2)), "wieght", "no array 'wieght'\n  hint: it has weight"),
    "many keys": ("npz", npz(**LONG), "", "80 arrays: name one"),
    "a huge length": ("safetensors", safetensors(length=1 << 62), "", "promises a header"),
    "a length beyond the file": ("safetensors", safetensors(FLOATS, w=("F64", [4], 0, 32))[:20], "", "promises a header"),
    "less than a length": ("safetensors", b"\x01", "", "7 bytes too early"),
    "no JSON": ("safetensors", safetensors()[:8] + b"[{", "", "cannot be read as .safetensors"),
    "brackets without end": ("safetensors", (9999).to_bytes(8, "little") + b"[" * 9999, "", "cannot be read"),
    "a list": ("safetensors", (2).to_bytes(8, "little") + b"[]", "", "it has no arrays"),
    "no entry": ("safetensors", safetensors(w=3), "", "cannot be read as .safetensors"),
    "no offsets": ("safetensors", safetensors(w={"dtype": "F64", "shape": [4]}), "", "cannot be read as .safetensors"),
    "truncated tensors": ("safetensors", safetensors(FLOATS[:-1], w=("F64", [4], 0, 32)), "", "31 are there"),
    "offsets before the data": ("safetensors", safetensors(FLOATS, w=("F64", [4], -32, 0)), "", "bytes -32 to 0"),
    "offsets of another size": ("safetensors", safetensors(FLOATS, w=("F64", [3], 0, 32)), "", "for 3 numbers"),
    "offsets that are no integers": ("safetensors", safetensors(FLOATS, w=("F64", [4], 0.0, 32.0)), "", "cannot be read"),
    "eight bits": ("safetensors", safetensors(FLOATS, w=("F8_E4M3", [32], 0, 32)), "", "holds F8_E4M3, expected F64"),
    "a dtype that is none": ("safetensors", safetensors(FLOATS, w=(["F64"], [4], 0, 32)), "", "cannot be read"),
    "a matrix of tensors": ("safetensors", safetensors(FLOATS, w=("F64", [2, 2], 0, 32)), "", "the shape (2, 2)"),
    "an unknown tensor": ("safetensors", safetensors(FLOATS, w=("F64", [4], 0, 32)), "v", "no array 'v'\n  hint: it has w"),
    "words": ("txt", b"1.0 two", "", "cannot be read as .txt: could not convert string to float: 'two'"),
    "bytes": ("txt", b"\xff\xfe1", "", "cannot be read as .txt"),
    "too much text": ("txt", b"1 " * (17 * MOST), "", "more than"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(read: Any, name: str) -> None:
    """One line that says what is wrong, one with a way on; nothing is unpickled or run."""
    suffix, content, key, words = HOSTILE[name]
    with pytest.raises(InputError) as caught:
        read(suffix, content, key)
    message, _, hint = str(caught.value).partition("\n  hint: ")
    assert words in str(caught.value)
    assert "\n" not in message + hint
    assert hint
    assert Opened.traces == []


def test_compression_is_no_bomb(read: Any) -> None:
    """An archive that would unpack to 4 GB is not unpacked: the length that its header claims comes first."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("w.npy", promise(f"({1 << 29},)") + bytes(1 << 20))
    with pytest.raises(InputError, match="more than"):
        read("npz", stream.getvalue())


@pytest.mark.parametrize("name", ["gains.pt", "gains", "", ":w", "gains.npz.gz"])
def test_files_of_another_kind(name: str) -> None:
    """A name says what is in a file."""
    with pytest.raises(InputError, match=r"is no \.npz, \.npy, \.safetensors or \.txt"):
        read_gains(name)


WHOLE = {
    "npy": npy(np.array(GAINS)),
    "npz": npz(w=np.array(GAINS)),
    "safetensors": safetensors(FLOATS, w=("F64", [4], 0, 32)),
    "txt": b"1.5 -0.25 0 3",
}


@given(suffix=st.sampled_from(sorted(WHOLE)), data=st.data())
def test_broken_bytes(tmp_path_factory: pytest.TempPathFactory, suffix: str, data: st.DataObject) -> None:
    """Whatever a few bytes become: numbers, or one error of ours."""
    content = bytearray(WHOLE[suffix])
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / f"broken.{suffix}"
    path.write_bytes(bytes(content[: data.draw(st.integers(0, len(content)))]))
    try:
        found = read_gains(str(path))
    except InputError:
        return
    assert found.ndim == 1
    assert found.dtype == np.float64
