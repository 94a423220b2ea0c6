import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile, UNTRANSLATED } from './compile.ts';
import { LANGUAGE_CODES } from './languages.ts';

const features = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(resolve(import.meta.dirname, name, 'en.json')),
);
const read = (feature: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, feature, `${language}.json`), 'utf8')) as Record<string, string>; // Our own file.

/** Returns the names of placeholders wherever they occur, also inside plural branches. */
/** A single word inside a plural branch is not a placeholder. */
const blanksOf = (message: string) =>
  [
    ...new Set(
      [...message.matchAll(/(?<!(?:=\d+|\b(?:zero|one|two|few|many|other)) ?)\{(\w+)[,}]/g)].map(([, name]) => name),
    ),
  ].sort();

describe.each(features)('the texts of %s', (feature) => {
  const en = read(feature, 'en');

  it.each(LANGUAGE_CODES)('are complete in %s, with the same placeholders', (language) => {
    const texts = read(feature, language);
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    for (const [key, message] of Object.entries(texts)) {
      expect(blanksOf(message), key).toEqual(blanksOf(en[key] ?? ''));
      expect(message, key).toBe(message.trim());
      expect(message, key).not.toBe('');
      expect(message, `${key} is not translated`).not.toContain(UNTRANSLATED.trim());
      expect(() => compile(message), key).not.toThrow();
    }
  });
});
