import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ENVIRONMENTS } from './config.ts';
import { insertConfigTable } from './config-table.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../../../docs/OPERATING.md'), 'utf8');
const variables = Object.entries<z.ZodObject>(ENVIRONMENTS).flatMap(([program, schema]) =>
  Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({ program, name, field })),
);

describe('the table of variables in docs/OPERATING.md', () => {
  it('equals the schemas; `npm run config-table` writes it', () => {
    expect(insertConfigTable(page)).toBe(page);
  });

  it('has a line for every variable of every program', () => {
    for (const { name } of variables) expect(page).toContain(`\n| \`${name}\` | `);
  });

  it('marks what must be set and what may be set', () => {
    expect(page).toMatch(
      /\| `DATABASE_URL` \|.*\| required \| ● \| {2}\| ● \| ● \| ● \| ● \| ● \| ● \| ● \| {2}\| ● \|\n/,
    );
    expect(page).toMatch(/\| `LOG_LEVEL` \|.*\| `info` \| ○ \| ○ /);
  });

  it('refuses a document without its markers', () => {
    expect(() => insertConfigTable('# Operating')).toThrow('markers');
  });
});

it.each(variables)('$program describes what $name is for', ({ field }) => {
  expect(field.description).toMatch(/^\S.{8,}\.$/);
});
