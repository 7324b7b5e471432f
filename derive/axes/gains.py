"""A vector of gains out of a file: NumPy's .npy and .npz, safetensors, and text.  Nothing in a file is ever run.

Of what a file says about itself nothing is believed before its length is compared: shapes and offsets decide how much is
read, and no more than `MOST` numbers are.  float16 and bfloat16 are float64 exactly; other types are refused, for an
integer that stands for a gain has a scale somewhere else.
"""

from __future__ import annotations

import difflib
import json
import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any

import numpy as np

from derive.axes.ellipsoid import MOST
from derive.axes.secular import Array
from derive.errors import InputError, LimitError, NameError_, ShapeError

_PLACE = re.compile(r"(.+?\.(npz|npy|safetensors|txt))(?::(.*))?", re.DOTALL)
#: Bytes of a header of safetensors: what the format allows.
_HEADER = 100_000_000
#: Bytes of a text.
_TEXT = 32 * MOST
_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
#: Names that a message lists.
_LISTED = 12


def read_gains(place: str) -> Array:
    """The vector at ``FILE`` or ``FILE:KEY``, as float64; a key may be left out where a file has one array.

    Raises `InputError` with a way on for whatever is no such vector, or cannot be read.
    """
    found = _PLACE.fullmatch(place)
    if not found:
        raise InputError(f"{place!r} is no .npz, .npy, .safetensors or .txt", hint="save the gains with numpy.save")
    file, suffix, key = found.groups()
    if key is not None and suffix in ("npy", "txt"):
        raise InputError(f"{file} has one array, and no name {key!r} in it", hint=f"derive axes {file}")
    try:
        with Path(file).open("rb") as stream:
            return _READERS[suffix](stream, file, key)
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}", hint="give a file with a vector of gains") from None
    except Exception as error:  # whatever NumPy, zipfile and json raise at a file that is not what its name says
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise InputError(f"{file} cannot be read as .{suffix}: {reason}", hint="write the file again") from None


def _npy(stream: IO[bytes], file: str, key: str | None) -> Array:
    version = np.lib.format.read_magic(stream)
    headers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    if version not in headers:
        raise InputError(f"{file} has version {version} of .npy", hint="save one plain array of floats with numpy.save")
    shape, _, dtype = headers[version](stream)
    if dtype.hasobject:
        raise InputError(f"{file} holds pickled objects, which could run anything", hint="save an array of floats")
    if dtype.kind != "f" or dtype.itemsize > 8:
        raise InputError(f"{file} holds {dtype}, expected float16, float32 or float64", hint="array.astype('float64')")
    return _numbers(stream, _length(file, shape), dtype.str)


def _npz(stream: IO[bytes], file: str, key: str | None) -> Array:
    with zipfile.ZipFile(stream) as archive:
        names = [name.removesuffix(".npy") for name in archive.namelist() if name.endswith(".npy")]
        key = _chosen(file, key, names)
        with archive.open(f"{key}.npy") as member:
            return _npy(member, f"{file}:{key}", None)


def _safetensors(stream: IO[bytes], file: str, key: str | None) -> Array:
    """Eight bytes with the length of the header, the header in JSON, the data; offsets count from the end of the header."""
    size = Path(file).stat().st_size
    length = int.from_bytes(_exactly(stream, 8), "little")
    if length > min(size - 8, _HEADER):
        raise InputError(f"{file} promises a header of {length} bytes, and has {size}", hint="write the file again")
    header = json.loads(_exactly(stream, length))
    key = _chosen(file, key, [name for name in header if name != "__metadata__"])
    entry = header[key]
    shape, (start, end), dtype = entry["shape"], entry["data_offsets"], entry["dtype"]
    if dtype not in _DTYPES:
        raise InputError(f"{file}:{key} holds {dtype}, expected {', '.join(_DTYPES)}", hint="convert it to F32")
    count, kind = _length(f"{file}:{key}", shape), np.dtype(_DTYPES[dtype])
    if not 0 <= start <= end <= size - 8 - length or end - start != count * kind.itemsize:
        raise InputError(
            f"{file}:{key} has bytes {start} to {end} for {count} numbers of {dtype}; {size - 8 - length} are there",
            hint="write the file again",
        )
    stream.seek(8 + length + start)
    if dtype == "BF16":  # the upper half of a float32
        halves = np.frombuffer(_exactly(stream, end - start), kind)
        return (halves.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return _numbers(stream, count, kind.str)


def _txt(stream: IO[bytes], file: str, key: str | None) -> Array:
    """Numbers with blanks, commas or new lines between; # begins a comment."""
    content = stream.read(_TEXT + 1)
    if len(content) > _TEXT:
        raise LimitError(f"{file} has more than {_TEXT} bytes", hint="save the gains with numpy.save")
    text = re.sub(r"#.*", "", content.decode("utf-8"))
    return np.array([float(word) for word in text.replace(",", " ").split()], dtype=np.float64)


_READERS: dict[str, Callable[[IO[bytes], str, str | None], Array]] = {
    "npy": _npy,
    "npz": _npz,
    "safetensors": _safetensors,
    "txt": _txt,
}


def _exactly(stream: IO[bytes], count: int) -> bytes:
    found = stream.read(count)
    if len(found) < count:
        raise ValueError(f"it ends {count - len(found)} bytes too early")
    return found


def _numbers(stream: IO[bytes], count: int, dtype: str) -> Array:
    kind = np.dtype(dtype)
    return np.frombuffer(_exactly(stream, count * kind.itemsize), kind).astype(np.float64)


def _length(where: str, shape: Iterable[Any]) -> int:
    """N of a shape (N,); told by the header, so that nothing of another shape is read."""
    shape = tuple(shape)
    if len(shape) != 1 or not isinstance(shape[0], int) or shape[0] < 1:
        raise ShapeError(
            f"{where} has the shape {shape}, expected a vector (N,), N ≥ 1", hint="choose a LayerNorm's gains"
        )
    if shape[0] > MOST:
        raise LimitError(f"{where} has {shape[0]} numbers, more than {MOST}", hint="choose a LayerNorm's gains")
    return shape[0]


def _chosen(file: str, key: str | None, names: list[str]) -> str:
    """The key, if it is one of the names, or the only name."""
    if key in names:
        return key
    if key is None and len(names) == 1:
        return names[0]
    gains = [name for name in names if re.search("norm|ln", name.lower()) and not name.endswith("bias")]
    like = (difflib.get_close_matches(key, names, _LISTED) if key else []) or (gains or names)[:_LISTED]
    more = f", and {len(names) - len(like)} more" if len(names) > len(like) else ""
    listed = f"it has {', '.join(like)}{more}" if names else "it has no arrays"
    if key is None:
        raise NameError_(f"{file} has {len(names)} arrays: name one", hint=f"{file}:KEY; {listed}")
    raise NameError_(f"{file} has no array {key!r}", hint=listed)
