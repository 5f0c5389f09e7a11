/** `environments.*`: saved views, and the table of one, whose values stay in main. */
import * as z from 'zod/mini';
import { mostColumns } from '../../../shared/vault/environments.ts';
import { readEnvironments } from '../../work/environments/read-table.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { columnsOfSessions } from '../about.ts';
import { call } from '../call.ts';
import { changeOfApp, readOfApp } from '../presets.ts';
import { atPath, environmentColumn, id, maybe, nameText } from './fields.ts';

const columns = z.array(environmentColumn).check(z.minLength(1), z.maxLength(mostColumns));

export const environmentCalls = [
  readOfApp('environments.views', {}, (_nothing, _input, { services }) => services.environmentViews.list()),
  // A click on “Compare” saves the view and keeps its gesture for reading it.
  changeOfApp(
    'environments.saveView',
    { says: 'Save a view of environments', costs: 'keystroke', asks: 'nothing', maxBytes: 512 * 1024 },
    { viewId: maybe(id), name: nameText, columns },
    (_nothing, view, { services }) => services.environmentViews.save(view),
  ),
  changeOfApp(
    'environments.removeView',
    { says: 'Delete a view of environments', costs: 'gesture', asks: 'nothing' },
    { viewId: id },
    (_nothing, { viewId }, { services }) => {
      services.environmentViews.remove(viewId);
      return {};
    },
  ),
  // It changes nothing, but a read costs no gesture.
  call('environments.read', {
    input: z.strictObject({
      columns: z.array(z.strictObject(atPath)).check(z.minLength(1), z.maxLength(mostColumns)),
    }),
    effect: 'changes-here',
    says: 'Read and compare entries',
    costs: 'gesture',
    about: columnsOfSessions,
    whenLocked: 'refused',
    asks: 'nothing',
    asJson: true,
    maxBytes: 512 * 1024,
    run: (asked, _input, { services, signal }) => {
      for (const { session } of asked) refuseLimitedUse(session.limitedUse, 'a table', 'column');
      return readEnvironments(asked, services.paceFor, signal);
    },
  }),
] as const;
