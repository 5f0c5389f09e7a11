import { describe, expect, it } from 'vitest';
import { TarReader } from './tar-reader.ts';

function header(name: string, size: string | Buffer, type = '0'): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  if (typeof size === 'string') block.write(size, 124);
  else size.copy(block, 124);
  block.write(type, 156);
  block.write('ustar\0' + '00', 257, 'latin1');
  return block;
}

function file(name: string, text: string): Buffer {
  const padded = Buffer.alloc(Math.ceil(text.length / 512) * 512);
  padded.write(text);
  return Buffer.concat([header(name, text.length.toString(8).padStart(11, '0')), padded]);
}

function read(archive: Buffer, pieces: number) {
  const found: Record<string, string> = {};
  let current = '';
  const tar = new TarReader({
    begin: (name) => {
      current = name;
      found[name] = '';
    },
    data: (chunk) => {
      found[current] = (found[current] ?? '') + chunk.toString('latin1');
    },
  });
  for (let at = 0; at < archive.length; at += pieces) tar.take(archive.subarray(at, at + pieces));
  return { found, ended: tar.isAtBoundary };
}

const long = 'x'.repeat(1300);
const archive = Buffer.concat([file('a', 'one'), file('b', long), file('c', ''), Buffer.alloc(1024)]);

describe('an archive', () => {
  it.each([1, 7, 511, 512, 513, 5000])('is read in pieces of %i bytes', (pieces) => {
    expect(read(archive, pieces)).toEqual({ found: { a: 'one', b: long, c: '' }, ended: true });
  });

  it('that ends within a file, its padding or a header is known to', () => {
    for (const cut of [100, 513, 600, 1030, 1500])
      expect(read(archive.subarray(0, cut), 64).ended).toBe(false);
  });

  it('may write a size in 64 bits, or in a record of its own', () => {
    const binary = Buffer.alloc(12);
    binary[0] = 0x80;
    binary.writeBigUInt64BE(3n, 4);
    const body = Buffer.concat([Buffer.from('one'), Buffer.alloc(509)]);
    expect(read(Buffer.concat([header('a', binary), body]), 100).found).toEqual({ a: 'one' });
    const record = '9 size=3\n';
    const pax = Buffer.concat([
      header('pax', record.length.toString(8), 'x'),
      Buffer.from(record),
      Buffer.alloc(512 - record.length),
    ]);
    expect(read(Buffer.concat([pax, header('a', '77777777777'), body]), 100).found).toEqual({ a: 'one' });
  });

  it('that is none is refused', () => {
    expect(() => read(Buffer.alloc(1024, 'no archive'), 512)).toThrow(RangeError);
    expect(() => read(header('a', 'nonsense'), 512)).toThrow(RangeError);
  });
});
