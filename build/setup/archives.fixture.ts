/** Archives in the form of release tools, for tests. */
import { deflateRawSync, gzipSync } from 'node:zlib';

/** A zip archive of deflated files. */
export function zip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(Buffer.byteLength(text), 8);
    const nameLength = Buffer.from([name.length, 0]);
    const method = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004', 'latin1'),
      method,
      sizes,
      nameLength,
      Buffer.alloc(2),
      Buffer.from(name),
      packed,
    ]);
    const offset = Buffer.alloc(4);
    offset.writeUInt32LE(at);
    const record = [Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), method, sizes, nameLength];
    central.push(Buffer.concat([...record, Buffer.alloc(12), offset, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A tar.gz archive. */
export function tarGz(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name);
    header.write(text.length.toString(8).padStart(11, '0'), 124);
    return [header, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
