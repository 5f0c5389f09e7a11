/** Pieces of the inputs about the server itself. */
import * as z from 'zod/mini';
import type { NewAuditDevice } from '../../../shared/vault/audit.ts';
import { auditTypes } from '../../../shared/vault/audit.ts';
import type { NewPlugin } from '../../../shared/vault/plugin.ts';
import { pluginTypes } from '../../../shared/vault/plugin.ts';
import type { Quota, QuotaSettings } from '../../../shared/vault/quota.ts';
import { quotaKinds } from '../../../shared/vault/quota.ts';
import type { AutopilotSettings } from '../../../shared/vault/raft.ts';
import { exactly } from '../same-shape.ts';
import { durationText, pathText, shortText } from './fields.ts';

/** A name in an API path. */
export const nameInPath = z
  .string()
  .check(z.minLength(1), z.maxLength(256), z.regex(/^[^/]+$/, 'A name here has no slash.'));
/** A mount without slashes at its ends. */
export const mountName = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(1024),
    z.regex(/^[^/].*$/, 'A path begins without a slash.'),
    z.regex(/[^/]$/, 'A path ends without a slash.'),
  );

export const auditDevice = exactly<NewAuditDevice>()(
  z.strictObject({
    path: mountName,
    type: z.enum(auditTypes),
    description: z.string().check(z.maxLength(4096)),
    local: z.boolean(),
    options: z.record(shortText, z.string().check(z.maxLength(4096))),
  }),
);

const seconds = z.number().check(z.gte(0), z.lte(9_223_372_036));

export const quota = exactly<Quota>()(
  z.strictObject({
    kind: z.enum(quotaKinds),
    name: nameInPath,
    path: pathText,
    role: shortText,
    inheritable: z.boolean(),
    rate: z.number().check(z.gte(0), z.lte(1e12)),
    intervalSeconds: seconds,
    blockSeconds: seconds,
    maxLeases: z.int().check(z.gte(0), z.lte(1e12)),
  }),
);

export const quotaSettings = exactly<QuotaSettings>()(
  z.strictObject({
    auditLogging: z.boolean(),
    responseHeaders: z.boolean(),
    exemptPaths: z.array(z.string().check(z.maxLength(1024))).check(z.maxLength(200)),
  }),
);

export const newPlugin = exactly<NewPlugin>()(
  z.strictObject({
    type: z.enum(pluginTypes),
    name: nameInPath,
    version: shortText,
    sha256: shortText,
    command: z.string().check(z.maxLength(1024)),
    args: z.array(z.string().check(z.maxLength(1024))).check(z.maxLength(100)),
    ociImage: z.string().check(z.maxLength(1024)),
  }),
);

export const pluginName = { type: nameInPath, name: nameInPath };

const count = z.int().check(z.gte(0), z.lte(2_147_483_647));

export const autopilotSettings = exactly<AutopilotSettings>()(
  z.strictObject({
    cleanupDeadServers: z.boolean(),
    deadServerLastContactThreshold: durationText,
    lastContactThreshold: durationText,
    serverStabilizationTime: durationText,
    maxTrailingLogs: count,
    minQuorum: count,
  }),
);
