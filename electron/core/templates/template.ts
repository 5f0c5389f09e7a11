/**
 * Reads a template and compares entries with it. Templates are written by others and values are secret, so a schema
 * is understood as far as it can be checked in time linear in the value: the keywords of one key, without references,
 * combinations and nested schemas, which a validator follows without a bound. Patterns run in RE2. A keyword that is
 * not checked is named.
 */
import { RE2JS, RE2JSException } from 're2js';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { valueType } from '../../../shared/vault/entry-facts.ts';
import type { ValueType } from '../../../shared/vault/entry.ts';
import { isRecord } from '../../../shared/vault/is-record.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Deviation, DeviationKind, TemplateKey, TemplateView } from '../../../shared/vault/template.ts';
import { canonicalJson } from '../entries/canonical-json.ts';
import { formats } from './formats.ts';

/** The difference of one value from a rule, if any. */
type Rule = (rawJson: string) => DeviationKind | undefined;

export interface Template extends TemplateView {
  /** Keys besides the named ones are deviations. */
  readonly closed: boolean;
  readonly rules: ReadonlyMap<string, Rule>;
}

/** Most keys of a template, and the longest pattern in UTF-16 code units. */
const MOST_KEYS = 1_000;
const LONGEST_PATTERN = 1_000;
/** Instructions times length of a text: at worst some 30 ns each, and main may stand 50 ms. */
const MOST_WORK = 1_000_000;

/** Reads the template in an entry's members; `path`: its mount and path. Throws `invalid-input` for a wrong schema. */
export function templateIn(path: string, members: readonly Member[]): Template {
  const written = members.find(([key]) => key === 'schema')?.[1];
  return written === undefined ? ofShape(path, members) : ofSchema(path, schemaIn(path, written));
}

/** Compares an entry's members with a template, in the order of the template. */
export function deviationsOf(template: Template, members: readonly Member[]): readonly Deviation[] {
  const values = new Map(members);
  const named = template.keys.flatMap(({ key, required }): Deviation[] => {
    const raw = values.get(key);
    const kind = raw === undefined ? (required ? 'missing' : undefined) : template.rules.get(key)?.(raw);
    return kind === undefined ? [] : [{ key, kind }];
  });
  const known = new Set(template.keys.map(({ key }) => key));
  const extra = template.closed ? members.filter(([key]) => !known.has(key)) : [];
  return [...named, ...extra.map(([key]): Deviation => ({ key, kind: 'extra' }))];
}

/** Its part for the page. */
export function viewOfTemplate({ path, isFile, keys, unchecked }: Template): TemplateView {
  return { path, isFile, keys, unchecked };
}

/** The entry's own keys are the required ones, with the types of their values. */
function ofShape(path: string, members: readonly Member[]): Template {
  const keys = members.slice(0, MOST_KEYS).map(([key, raw]): TemplateKey => {
    const type = schemaTypes[valueType(raw)];
    return { key, required: true, types: [type === 'integer' ? 'number' : type], description: '' };
  });
  return {
    path,
    isFile: false,
    keys,
    unchecked: [],
    closed: false,
    rules: new Map(keys.map(({ key, types }) => [key, typeRule(types)])),
  };
}

function schemaIn(path: string, written: string): Readonly<Record<string, unknown>> {
  const refused = (why: string) =>
    new AppFailure({
      kind: 'invalid-input',
      field: 'schema',
      message: `The template ${path} cannot be used: ${why}.`,
      hint: 'Its key “schema” must be a JSON Schema.',
    });
  let schema: unknown = JSON.parse(written);
  if (typeof schema === 'string') {
    try {
      schema = JSON.parse(schema);
    } catch {
      throw refused('its schema is not JSON');
    }
  }
  if (!isRecord(schema)) throw refused('its schema is not an object');
  if (schema['properties'] !== undefined && !isRecord(schema['properties']))
    throw refused('“properties” is not an object');
  return schema;
}

/** Keywords that say nothing about a value. */
const silent = new Set([
  ...[
    '$schema',
    '$id',
    '$comment',
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
    'readOnly',
    'writeOnly',
  ],
]);
const ofEntry = new Set([...silent, 'type', 'properties', 'required', 'additionalProperties']);

function ofSchema(path: string, schema: Readonly<Record<string, unknown>>): Template {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = new Set(textsIn(schema['required']));
  const unchecked = new Set(Object.keys(schema).filter((keyword) => !ofEntry.has(keyword)));
  const names = [...new Set([...Object.keys(properties), ...required])].slice(0, MOST_KEYS);
  const rules = new Map<string, Rule>();
  const keys = names.map((key): TemplateKey => {
    const own = Object.hasOwn(properties, key) && isRecord(properties[key]) ? properties[key] : {};
    rules.set(key, rulesOf(own, unchecked));
    const { description, default: initial } = own;
    return {
      key,
      required: required.has(key),
      types: typesIn(own['type']),
      description: typeof description === 'string' ? description.slice(0, 1_000) : '',
      ...(initial === undefined ? {} : { initial: JSON.stringify(initial) }),
    };
  });
  const { additionalProperties: others = true } = schema;
  if (typeof others !== 'boolean') unchecked.add('additionalProperties');
  return { path, isFile: false, keys, unchecked: [...unchecked].sort(), closed: others === false, rules };
}

/** The rules of one key; keywords that are not checked are added to `unchecked`. */
function rulesOf(own: Readonly<Record<string, unknown>>, unchecked: Set<string>): Rule {
  const rules: Rule[] = [];
  // A value of another type is told once: its type comes first.
  const keywords = Object.entries(own).sort(
    ([one], [other]) => Number(other === 'type') - Number(one === 'type'),
  );
  for (const [keyword, value] of keywords) {
    const rule = silent.has(keyword) ? undefined : ruleOf(keyword, value);
    if (rule !== undefined) rules.push(rule);
    else if (!silent.has(keyword)) unchecked.add(keyword);
  }
  return (raw) => {
    for (const rule of rules) {
      const kind = rule(raw);
      if (kind !== undefined) return kind;
    }
    return undefined;
  };
}

/** The rule of a keyword; undefined if it is not checked. */
function ruleOf(keyword: string, value: unknown): Rule | undefined {
  switch (keyword) {
    case 'type':
      return typeRule(typesIn(value));
    case 'enum':
    case 'const': {
      const allowed = new Set(
        (keyword === 'enum' && Array.isArray(value) ? value : [value]).map((one) =>
          canonicalJson(JSON.stringify(one), 'float64'),
        ),
      );
      return (raw) => (allowed.has(canonicalJson(raw, 'float64')) ? undefined : 'choice');
    }
    case 'minLength':
    case 'maxLength':
      if (typeof value !== 'number') return undefined;
      return ofText((text) => {
        const length = Array.from(text).length;
        return (keyword === 'minLength' ? length >= value : length <= value) ? undefined : 'length';
      });
    case 'minimum':
    case 'maximum':
      if (typeof value !== 'number') return undefined;
      return (raw) => {
        const number: unknown = schemaTypes[valueType(raw)] === 'string' ? undefined : JSON.parse(raw);
        if (typeof number !== 'number') return undefined;
        return (keyword === 'minimum' ? number >= value : number <= value) ? undefined : 'range';
      };
    case 'pattern':
      return typeof value === 'string' ? patternRule(value) : undefined;
    case 'format': {
      const test = typeof value === 'string' ? formats.get(value) : undefined;
      return test && ofText((text) => (test(text) ? undefined : 'format'));
    }
    default:
      return undefined;
  }
}

function ofText(judge: (text: string) => DeviationKind | undefined): Rule {
  return (raw) => (valueType(raw) === 'string' ? judge(JSON.parse(raw) as string) : undefined);
}

/** A pattern of RE2; one that RE2 does not know, or that is too large, leaves its values unchecked. */
function patternRule(pattern: string): Rule {
  let compiled: RE2JS | undefined;
  try {
    if (pattern.length <= LONGEST_PATTERN) compiled = RE2JS.compile(pattern);
  } catch (failure) {
    if (!(failure instanceof RE2JSException)) throw failure;
  }
  return ofText((text) => {
    if (compiled === undefined || text.length * compiled.programSize() > MOST_WORK) return 'unchecked';
    return compiled.matcher(text).find() ? undefined : 'pattern';
  });
}

const schemaTypes: Readonly<Record<ValueType, string>> = {
  string: 'string',
  integer: 'integer',
  integer64: 'integer',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
  array: 'array',
};

function typeRule(types: readonly string[]): Rule {
  return (raw) => {
    const type = schemaTypes[valueType(raw)];
    const fits =
      types.length === 0 ||
      types.includes(type) ||
      (type === 'integer' && types.includes('number')) ||
      (type === 'number' && types.includes('integer') && Number.isInteger(Number(raw)));
    return fits ? undefined : 'type';
  };
}

function typesIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : textsIn(value);
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
