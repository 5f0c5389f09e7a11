/** One cell of the matrix: a job, struck by a fault, judged, healed, brought to its end, and judged again. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { namesOnly } from '../../shared/vault/search.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import type { JobEnd } from '../../shared/ipc/contract.ts';
import type { PlanResult } from '../../shared/vault/plan.ts';
import { ended, makePlan, planMade, runPlan } from '../attacks/plans.ts';
import type { MadePlan } from '../attacks/plans.ts';
import { until } from '../servers/index.ts';
import type { FaultCase, Struck } from './faults.ts';
import { theirs } from './faults.ts';
import { chooseFile, importPlan } from './imported.ts';
import { killedAfter, resumed } from './killed.ts';
import type { Both, PlanCase } from './plan-actions.ts';
import { entryNames, isAboutEntries, judgedWorld } from './scene.ts';
import type { Scene } from './scene.ts';
import { isBeginningOf, line } from './world.ts';
import type { JudgedEntry, World } from './world.ts';

/** Outcome of a cell: a short text for the matrix, and what the judge holds against it. */
export interface Verdict {
  readonly told: string;
  readonly findings: readonly string[];
  /** Requests about entries that the job has sent. */
  readonly sent: readonly string[];
}

/** The struck request, by its place among those of its kind: all requests about entries, or only changing ones. */
export interface Strike {
  readonly fault: FaultCase;
  readonly at: number;
  readonly of: 'writes' | 'all';
}

/** Puts the fault into the proxy. Returns the function that names the job. */
function arm(scene: Scene, strike: Strike | undefined, isPlan: boolean): (jobId: string) => void {
  const { promise, resolve } = Promise.withResolvers<string>();
  if (strike === undefined) return resolve;
  const { fault, at, of } = strike;
  const struck: Struck = {
    ...scene,
    job: () => promise,
    othersAnswered: () => until(() => Promise.resolve(scene.proxy.waiting() <= 1)),
  };
  const about = isAboutEntries(scene).source;
  const url =
    fault.rival === 'target'
      ? /\/data\/[^?]*$/
      : fault.rival === 'source' && isPlan
        ? /\/two(?:\?|$)/
        : new RegExp(about);
  scene.proxy.add({
    url,
    ...(fault.rival === 'target' ? { method: 'POST' } : {}),
    ...(of === 'writes' && fault.rival === undefined ? { changing: true as const } : {}),
    after: fault.rival === undefined ? at : 0,
    times: fault.times ?? 1,
    fault: fault.fault(struck),
  });
  return resolve;
}

async function heal(scene: Scene, strike: Strike | undefined): Promise<void> {
  scene.proxy.heal();
  await strike?.fault.heal?.(scene);
}

/** Makes the plan of a case; for an undoing its plan runs first, and the places change their roles if it leads back. */
async function planOf(
  scene: Scene,
  plan: PlanCase,
): Promise<{ readonly stage: Scene; readonly made: MadePlan }> {
  const { app } = scene;
  const isImport = plan.action === undefined;
  const first = await (isImport ? importPlan(scene) : makePlan(app, [scene.source], plan.action(scene)));
  if (plan.killedAfter !== undefined) {
    const stage = await killedAfter(scene, first.planId, plan.killedAfter);
    if (isImport) chooseFile(stage);
    return { stage, made: await resumed(stage) };
  }
  if (plan.undoes === undefined) return { stage: scene, made: first };
  await runPlan(app, first.planId);
  const { from, to, source, target } = scene;
  const turned = { ...scene, from: to, to: from, source: target, target: source };
  const stage = plan.undoes === 'turned' ? turned : scene;
  const before = await judgedWorld(stage, stage.from, stage.source.path, true);
  const made = await planMade(app, await app.must('plan.undo', { planId: first.planId }));
  return { stage: { ...stage, before }, made };
}

/** Runs one plan. */
export async function planCell(first: Scene, plan: PlanCase, strike?: Strike): Promise<Verdict> {
  const { stage: scene, made } = await planOf(first, plan);
  const { planId, rows } = made;
  const { app, source } = scene;
  const findings: string[] = [];
  if (rows.length !== entryNames.length) findings.push(`the plan has ${String(rows.length)} rows`);
  const names = rows.map(({ from, to = '' }) => {
    const [path, place] = plan.action === undefined ? [to, scene.target] : [from, source];
    return path.slice(place.mount.length + place.path.length);
  });
  const results = new Map<number, PlanResult>();
  for (const { id, effect } of rows) if (effect === 'done-before') results.set(id, { id, outcome: 'done' });
  const before = scene.proxy.arrived.length;
  const name = arm(scene, strike, true);

  const run = async (call: 'plan.run' | 'plan.retry'): Promise<string> => {
    const answer = await (call === 'plan.run'
      ? app.call(call, { planId, leftOut: [] })
      : app.call(call, { planId }));
    if (!answer.ok) return answer.error.kind;
    const { jobId } = answer.value;
    name(jobId);
    const end = await ended(app, jobId);
    for (const event of app.events)
      if (event.name === 'plan.ran' && event.payload.jobId === jobId)
        for (const one of event.payload.results) results.set(one.id, one);
    return end.error?.kind ?? end.outcome;
  };
  const look = (through: boolean) => lookAt(scene, plan, through);

  // An earlier run has left this.
  const start = plan.killedAfter === undefined ? undefined : await look(false);
  const end = await run('plan.run');
  const sent = scene.proxy.arrived
    .slice(before)
    .filter((one) => isAboutEntries(scene).test(one.split(' ')[1] ?? ''));
  const told = [tally(rows.length, results, end)];
  await heal(scene, strike);
  const between = await look(false);
  for (const [id, entry] of names.entries())
    findings.push(
      ...judgeBetween(
        entry,
        { now: between(entry), start: start?.(entry) },
        plan.after,
        scene,
        results.get(id),
        strike,
      ),
    );
  for (let round = 0; round < 3 && openRows(rows.length, results).length > 0; round++) {
    const hasFailed = [...results.values()].some(isOpen);
    const again = await run(hasFailed ? 'plan.retry' : 'plan.run');
    told.push(tally(rows.length, results, again));
    if (strike?.fault.rival !== undefined && round > 0) break;
  }
  const last = await look(true);
  for (const [id, entry] of names.entries())
    findings.push(...judgeLast(entry, last(entry), plan, scene, results.get(id), strike));
  return { told: told.join(' → '), findings, sent };
}

const isOpen = ({ outcome }: PlanResult): boolean => outcome === 'failed' || outcome === 'unknown';

function openRows(count: number, results: ReadonlyMap<number, PlanResult>): readonly number[] {
  return Array.from({ length: count }, (_, id) => id).filter((id) => {
    const result = results.get(id);
    return result === undefined || isOpen(result);
  });
}

/** The outcomes told, as a short text. */
function tally(count: number, results: ReadonlyMap<number, PlanResult>, end: string): string {
  const counts = new Map<string, number>();
  for (let id = 0; id < count; id++) {
    const result = results.get(id);
    const word =
      result === undefined ? 'not begun' : result.sourceStays === true ? 'source stays' : result.outcome;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const said = [...counts].map(([word, number]) => `${String(number)} ${word}`).join(', ');
  return end === 'done' ? said : `${said} (${end})`;
}

/** Reads both places of the entries. */
async function lookAt(scene: Scene, plan: PlanCase, through: boolean) {
  const { from, to, source, target } = scene;
  const here = await judgedWorld(scene, from, source.path, through);
  const there: World =
    plan.leadsTo === undefined || plan.isWithin === true
      ? here
      : await judgedWorld(scene, to, target.path, through);
  return (entry: string): Both => ({
    source: here.get(source.path + entry),
    ...(plan.leadsTo === undefined ? {} : { target: there.get(plan.leadsTo(scene, entry)) }),
  });
}

const shown = ({ source, target }: Both, through = false): string =>
  `${line(source, through)} → ${line(target, through)}`;

/** Judges an entry after the fault, before anything is mended. */
function judgeBetween(
  entry: string,
  { now, start }: { readonly now: Both; readonly start: Both | undefined },
  afterOf: PlanCase['after'],
  { source, before }: Scene,
  result: PlanResult | undefined,
  strike: Strike | undefined,
): readonly string[] {
  const was = before.get(source.path + entry) as JudgedEntry;
  const after = afterOf(was);
  const findings: string[] = [];
  const isBefore = shown(now) === shown(start ?? { source: was });
  const isAfter = shown(now) === shown(after);
  const say = (finding: string): void => {
    findings.push(
      `${entry}: ${finding}; told ${result?.outcome ?? 'nothing'} (${result?.reason ?? ''}), is ${shown(now)}`,
    );
  };
  if (strike?.fault.rival !== undefined && isRivals(now, strike)) return findings;
  const isTransfer = 'target' in after;
  if (isTransfer) {
    const isWhole = line(now.target) === line(after.target);
    if (now.source === undefined ? !isWhole : !hasAll(now.source, was)) say('something is lost');
    if (!isBeginningOf(now.target, after.target)) say('something is doubled');
    if (result?.sourceStays === true && (!isWhole || now.source === undefined))
      say('told as copied, which it is not');
  } else if (!isBefore && !isAfter) say('is neither as before nor as planned');
  if (result === undefined ? !isBefore : result.outcome === 'done' && !isAfter)
    say('the told outcome is false');
  if (result?.outcome === 'failed' && isAfter) say('told as failed, and done all the same');
  const saysUndeleted = result?.outcome === 'failed' && result.reason?.includes('be undeleted') === true;
  // A 500 leaves open what was done before it.
  if (saysUndeleted && line(now.source) === line(was) && strike?.fault.name !== '500')
    say('told as undeleted, which it is not');
  return findings;
}

/** True if every version of an entry is still there; deleted ones can be undeleted for a moment. */
function hasAll(now: JudgedEntry, was: JudgedEntry): boolean {
  return (
    now.versions.length === was.versions.length &&
    now.versions.every(
      ({ state }, index) => (state === 'destroyed') === (was.versions[index]?.state === 'destroyed'),
    )
  );
}

/** True for the entry that somebody else wrote meanwhile. */
function isRivals({ source, target }: Both, { fault }: Strike): boolean {
  const newest = (fault.rival === 'target' ? target : source)?.versions.at(-1);
  return newest?.state === 'living' && newest.value?.['password'] === theirs;
}

/** Judges an entry once all is done. */
function judgeLast(
  entry: string,
  now: Both,
  { after: afterOf }: PlanCase,
  { source, before }: Scene,
  result: PlanResult | undefined,
  strike: Strike | undefined,
): readonly string[] {
  const was = before.get(source.path + entry) as JudgedEntry;
  if (strike?.fault.rival !== undefined) {
    if (isRivals(now, strike)) {
      const isSafe = strike.fault.rival === 'source' || line(now.source, true) === line(was, true);
      return isSafe ? [] : [`${entry}: lost to somebody else's write, is ${shown(now, true)}`];
    }
    if (entry === 'two' && strike.fault.rival === 'source')
      return [`${entry}: somebody else's write is lost, is ${shown(now, true)}`];
  }
  const wanted = shown(afterOf(was), true);
  const told = result?.outcome;
  if (shown(now, true) === wanted && (told === 'done' || told === 'skipped')) return [];
  return [
    `${entry}: in the end ${told ?? 'nothing'} (${result?.reason ?? ''}), is ${shown(now, true)}, not ${wanted}`,
  ];
}

const allOf = (scene: Scene): readonly string[] => entryNames.map((name) => scene.source.path + name).sort();

/** Searches names, or values by a text that is in all of them. */
export async function searchCell(scene: Scene, what: 'names' | 'values', strike?: Strike): Promise<Verdict> {
  const { app, sessionId, source } = scene;
  const findings: string[] = [];
  const found: string[] = [];
  const first = scene.proxy.arrived.length;
  const name = arm(scene, strike, false);
  let unread: readonly string[] = [];
  let lastJob = '';
  const follow = async (begin: () => Promise<{ readonly jobId: string }>): Promise<JobEnd> => {
    const { jobId } = await begin();
    lastJob = jobId;
    name(jobId);
    const end = await ended(app, jobId);
    const batches = app.events.flatMap((event) =>
      event.name === 'search.found' && event.payload.jobId === jobId ? [event.payload] : [],
    );
    found.push(
      ...batches.flatMap((one) =>
        one.found.flatMap(({ names }) => unpackNames(names).filter((path) => !path.endsWith('/'))),
      ),
    );
    unread = batches.flatMap((one) => one.unread.map(({ path }) => path.slice(scene.from.path.length)));
    return end;
  };
  const start = (): Promise<{ readonly jobId: string }> => {
    const input = { sessionId, places: [source], ...namesOnly };
    if (what === 'names') return app.must('search.start', { ...input, text: '' });
    app.answers.push({ text: 'pw-' });
    return app.must('search.startValues', { ...input, text: '' });
  };
  const end = await follow(start);
  const sent = scene.proxy.arrived.slice(first);
  const told = [`${String(found.length)} found, ${String(unread.length)} unread${ending(end)}`];
  const isCovered = (path: string): boolean =>
    found.includes(path) || unread.some((one) => one === path || (one.endsWith('/') && path.startsWith(one)));
  if (end.outcome === 'done' && !allOf(scene).every(isCovered))
    findings.push('ends well, and has missed something');
  await heal(scene, strike);
  if (end.outcome !== 'done') {
    const on = await app.call('search.goOn', { sessionId, jobId: lastJob });
    if (on.ok) told.push(`gone on${ending(await follow(() => Promise.resolve(on.value)))}`);
  }
  if (new Set(found).size !== found.length) findings.push(`found twice: ${found.join()}`);
  if (!allOf(scene).every((path) => found.includes(path))) {
    found.length = 0;
    const again = await follow(start);
    told.push(`${String(found.length)} found${ending(again)}`);
  }
  if (found.sort().join() !== allOf(scene).join()) findings.push(`in the end found: ${found.join()}`);
  if (what === 'values' && app.crossed().includes('pw-')) findings.push('a value has crossed to the page');
  return { told: told.join(' → '), findings, sent };
}

const ending = ({ outcome, error }: JobEnd): string =>
  outcome === 'done' ? '' : ` (${error?.kind ?? outcome})`;

/** Content of the file before the export. */
export const earlierFile = 'an earlier export\n';

/** Exports to a file that is there already. */
export async function exportCell(scene: Scene, strike?: Strike): Promise<Verdict> {
  const { app, sessionId, source, file } = scene;
  const findings: string[] = [];
  const told: string[] = [];
  const first = scene.proxy.arrived.length;
  const name = arm(scene, strike, false);
  const run = async (): Promise<JobEnd> => {
    app.files.push(file);
    const { jobId } = await app.must('export.start', {
      sessionId,
      places: [source],
      options: {
        format: 'strongroom',
        versions: 'all',
        metadata: true,
        values: true,
        keys: { which: 'all', names: [] },
        protection: { kind: 'none' },
      },
    });
    name(jobId);
    const end = await ended(app, jobId);
    const { isWhole, missing, text } = readExport(file, source.path);
    if (end.outcome === 'done' ? !isWhole : text !== earlierFile)
      findings.push(`after ${end.outcome} the file is ${text.slice(0, 200)}`);
    const unread = end.unread.map(({ path }) => path);
    const isTold = (entry: string): boolean => {
      const path = source.mount + source.path + entry;
      // An entry, one of its versions, or a folder above it.
      return unread.some((one) => one.startsWith(path) || (one.endsWith('/') && path.startsWith(one)));
    };
    for (const entry of missing)
      if (end.outcome === 'done' && !isTold(entry)) findings.push(`${entry} is missing, and nothing says so`);
    const beside = readdirSync(dirname(file)).filter((one) => one.endsWith('.part'));
    if (beside.length > 0) findings.push(`left behind: ${beside.join()}`);
    told.push(
      `${end.outcome === 'done' ? `written, ${String(missing.length)} missing` : 'the old file stays'}${ending(end)}`,
    );
    return end;
  };
  const end = await run();
  const sent = scene.proxy.arrived.slice(first);
  await heal(scene, strike);
  if (end.outcome !== 'done' || end.unreadCount > 0) {
    await run();
    const { isWhole, missing } = readExport(file, source.path);
    if (!isWhole || missing.length > 0) findings.push(`in the end missing: ${missing.join()}`);
  }
  return { told: told.join(' → '), findings, sent };
}

/** An export as far as it can be read: it is whole only with its last line. */
function readExport(file: string, below: string) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text.split('\n').flatMap((one) => {
    try {
      return [
        JSON.parse(one) as { readonly path?: string; readonly versions?: unknown; readonly end?: unknown },
      ];
    } catch {
      return [];
    }
  });
  const missing = entryNames.filter(
    (entry) => !lines.some(({ path, versions }) => versions !== undefined && path === below + entry),
  );
  return {
    text,
    missing,
    isWhole: text.endsWith('\n') && lines.length > 1 && lines.at(-1)?.end !== undefined,
  };
}
