import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULTS } from './faults.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const twice = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('the injected faults', () => {
  it('are thirty-seven, each with a unique name and directory', () => {
    expect(FAULTS).toHaveLength(37);
    expect(twice(FAULTS.map(({ name }) => name))).toEqual([]);
    expect(twice(FAULTS.map(({ file }) => dirname(file)))).toEqual([]);
  });

  it.each(FAULTS)('$name still applies: the text it replaces is in $file exactly once', ({ file, find, replace }) => {
    expect(readFileSync(join(REPOSITORY, file), 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });
});
