/** The file of the imports: the source's entries, in the app's own format. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { planMade } from '../attacks/plans.ts';
import type { MadePlan } from '../attacks/plans.ts';
import type { Scene } from './scene.ts';
import type { JudgedEntry } from './world.ts';

function entryLine(path: string, { versions, owner, maxVersions }: JudgedEntry): string {
  return JSON.stringify({
    path,
    below: '',
    versions: versions.map(({ state, value }, at) => ({
      version: at + 1,
      ...(state === 'deleted' ? { deleted: '2026-01-01T00:00:00Z' } : {}),
      ...(state === 'destroyed' ? { destroyed: true } : {}),
      ...(state === 'living' ? { data: value } : {}),
    })),
    ...(owner === '' ? {} : { metadata: { max_versions: maxVersions, custom: { owner } } }),
  });
}

const fileOf = ({ file }: Scene): string => join(dirname(file), 'import.jsonl');

/** Puts the file into the next dialog. */
export function chooseFile(scene: Scene): void {
  scene.app.files.push(fileOf(scene));
}

/** Makes the plan of an import to the target. */
export async function importPlan(scene: Scene): Promise<MadePlan> {
  const { app, sessionId, source, target: to, before } = scene;
  const lines = [...before].map(([path, entry]) => entryLine(path.slice(source.path.length), entry));
  const head = JSON.stringify({ format: 'strongroom-export', version: 1 });
  const end = JSON.stringify({ end: 'complete', entries: lines.length, unread: 0 });
  writeFileSync(fileOf(scene), [head, ...lines, end, ''].join('\n'));
  chooseFile(scene);
  const { importId, mapping } = await app.must('import.choose', { sessionId });
  return planMade(app, await app.must('import.plan', { importId, to, mapping, existing: 'skip' }));
}
