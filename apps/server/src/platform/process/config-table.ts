import type { z } from 'zod';
import { ENVIRONMENTS } from './config.ts';

/** Programs that share a column: both rotations read the same variables. */
const COLUMNS = [
  { title: 'migrate', programs: ['migrate'] },
  { title: 'edge', programs: ['edge'] },
  { title: 'api', programs: ['api'] },
  { title: 'gateway', programs: ['gateway'] },
  { title: 'engine', programs: ['engine'] },
  { title: 'feed', programs: ['feed'] },
  { title: 'worker', programs: ['worker'] },
  { title: 'custody', programs: ['custody'] },
  { title: 'admin', programs: ['admin'] },
  { title: '`npm start`', programs: ['start'] },
  { title: 'rotate-…', programs: ['rotate-keys', 'rotate-price-key'] },
] as const satisfies readonly { title: string; programs: readonly (keyof typeof ENVIRONMENTS)[] }[];

const FIRST_LINE =
  '<!-- config-table: written by `npm run config-table` from platform/process/config.ts; do not edit -->';
const LAST_LINE = '<!-- config-table end -->';

/** What one program says about one variable. */
type Use = {
  readonly column: string;
  readonly meaning: string;
  readonly fallback: string;
  readonly isRequired: boolean;
};

/** Returns the document with the table between its markers replaced by the one of the schemas. */
export function insertConfigTable(document: string): string {
  const from = document.indexOf(FIRST_LINE);
  const to = document.indexOf(LAST_LINE);
  if (from < 0 || to < from) throw new Error('the document lacks the markers of the table of variables');
  return `${document.slice(0, from)}${FIRST_LINE}\n\n${describeVariables()}\n\n${document.slice(to)}`;
}

/** Renders variable, meaning and default, and a mark for each program that reads it. */
function describeVariables(): string {
  const uses = new Map<string, Use[]>();
  for (const { title, programs } of COLUMNS) {
    for (const [name, field] of Object.entries<z.ZodType>(ENVIRONMENTS[programs[0]].shape)) {
      uses.set(name, [...(uses.get(name) ?? []), { column: title, ...describeField(field) }]);
    }
  }
  const titles = COLUMNS.map(({ title }) => title);
  const rows = [...uses].map(([name, all]) => [
    `\`${name}\``,
    combine(all, ({ meaning }) => meaning),
    combine(all, ({ fallback }) => fallback),
    ...titles.map((title) => markOf(all.find(({ column }) => column === title))),
  ]);
  const head = ['variable', 'meaning', 'default', ...titles];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Describes a variable by what the schema makes of its absence: an error, a default, or nothing. */
function describeField(field: z.ZodType): Omit<Use, 'column'> {
  const absent = field.safeParse(undefined);
  const meaning = field.description ?? '';
  if (!absent.success) return { meaning, fallback: 'required', isRequired: true };
  const value = Array.isArray(absent.data) ? absent.data.join(',') : absent.data;
  const isNothing = value === undefined || value === '';
  return { meaning, fallback: isNothing ? 'none' : `\`${value}\``, isRequired: false };
}

const markOf = (use: Use | undefined) => (use === undefined ? '' : use.isRequired ? '●' : '○');

/** Joins what programs say: once if they agree, otherwise with the columns that differ from the first. */
function combine(uses: readonly Use[], read: (use: Use) => string): string {
  const columnsByText = Map.groupBy(uses, read);
  return [...columnsByText]
    .map(([text, same], index) => (index === 0 ? text : `${same.map(({ column }) => column).join(', ')}: ${text}`))
    .join(' · ');
}
