/** Tests of the reference client itself: it must read exactly, detect a difference, and report refusals. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKvMount, sharedServers, startHvac, uniqueName, writeEntry } from './index.ts';
import type { Hvac, KvMount } from './index.ts';

const { dev } = sharedServers();
let hvac: Hvac;
let v2: KvMount;
let v1: KvMount;
beforeAll(async () => {
  hvac = await startHvac(dev);
  v2 = await newKvMount(dev, 2);
  v1 = await newKvMount(dev, 1);
});
afterAll(() => hvac.stop());

describe('hvac as a judge', () => {
  it('reads and lists what was written, on v1 and v2', async () => {
    for (const mount of [v1, v2]) {
      await writeEntry(dev, mount, 'a b/c', '{"n":1,"t":"x"}');
      await hvac.holds(mount, 'a b/c', '{"t":"x","n":1}');
      expect(await hvac.list(mount, '')).toEqual(['a b/']);
      expect(await hvac.list(mount, 'a b')).toEqual(['c']);
      expect(await hvac.read(mount, 'a b/d')).toBeUndefined();
      expect(await hvac.list(mount, 'nothing')).toEqual([]);
    }
  });

  it('tells a true from a 1, and the last digit of a long number', async () => {
    await writeEntry(dev, v1, 'exact', '{"n":9007199254740993,"b":true}');
    await hvac.holds(v1, 'exact', '{"n":9007199254740993,"b":true}');
    await expect(hvac.holds(v1, 'exact', '{"n":9007199254740992,"b":true}')).rejects.toThrow('hvac reads');
    await expect(hvac.holds(v1, 'exact', '{"n":9007199254740993,"b":1}')).rejects.toThrow('hvac reads');
  });

  it('writes with check-and-set, and throws what it was refused', async () => {
    expect(await hvac.write(v2, 'cas', { a: 1 }, 0)).toBe(1);
    expect(await hvac.write(v2, 'cas', { a: 2 })).toBe(2);
    await expect(hvac.write(v2, 'cas', { a: 3 }, 1)).rejects.toThrow('InvalidRequest');
    expect(await hvac.read(v2, 'cas', 1)).toEqual({ a: 1 });
  });

  it('calls any method, and shows its token on no command line', async () => {
    const answer = await hvac.call('sys.read_health_status', { method: 'GET' });
    expect(answer).toMatchObject({ ok: true, value: { sealed: false } });
    expect(await hvac.call('no.such', {})).toMatchObject({ ok: false, error: 'AttributeError' });
    for (const file of ['cmdline', 'environ']) {
      const text = readFileSync(`/proc/${String(hvac.pid)}/${file}`, 'utf8');
      expect(text.includes(dev.rootToken), file).toBe(false);
    }
  });

  it('says that it has ended instead of waiting for ever', async () => {
    const other = await startHvac({ address: dev.address, rootToken: uniqueName('wrong') });
    await expect(other.read(v2, 'cas')).rejects.toThrow('Forbidden');
    await other.stop();
    await expect(other.read(v2, 'cas')).rejects.toThrow('hvac has ended');
  });
});
