import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OPEN_AT_FIRST, type Product } from '@app/domain/reference';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Phrases by which a text says that something cannot be used yet. */
const SAYS_CLOSED =
  /\b(?:is|are) not (?:yet )?open\b(?! (?:source|to))|\bnot open(?:ed)? yet\b|\bnot yet open|\bbeing (?:built|prepared)\b|\bopens? later\b|\bcoming soon\b|\bnot (?:yet )?available yet\b|\bnot yet available\b|\bnot built\b|\bwill open\b/i;

/**
 * Every text that says so, with the products it is about: it may exist only while the switches of all of them start
 * closed. Whoever opens a product rewrites its texts in the same change. Without a product it is shown only on a page
 * that is not built (`coming.test.ts`), or is a refusal.
 */
const LISTED: Readonly<Record<string, readonly Product[]>> = {
  'system.coming.tag': [],
  'system.coming.text': [],
  'refusal.feature_coming_soon': [],
  'about: Pages that are not open yet say so.': [],
  'about: Withdrawals and the other products are still being built.': ['withdraw'],
  'copy.agreement.soon': ['copy'],
  'follow-agreement: Copy trading is not open yet.': ['copy'],
  'invest.help.soon': ['dual'],
  'deposit.withdraw.closed': ['withdraw'],
  'payee.closed': ['withdraw'],
  'terms: ## What is not open yet': [],
  'terms: A page that says it is not open promises nothing.': [],
};

/** Returns every text of the app in English, by key. */
function appTexts(): [string, string][] {
  return globSync(`${ROOT}/packages/i18n/src/*/en.json`).flatMap((file) => {
    const feature = file.split('/').at(-2);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>; // Our own file.
    return Object.entries(texts).map(([key, text]): [string, string] => [`${feature}.${key}`, text]);
  });
}

/** Returns every sentence of the English articles; its key contains it, so that a changed sentence is read again. */
function articleSentences(): [string, string][] {
  return globSync(`${ROOT}/apps/server/content/*/en.md`).flatMap((file) => {
    const slug = file.split('/').at(-2);
    const sentences = readFileSync(file, 'utf8').split(/\n+|(?<=[.!?])\s+/);
    return sentences.map((sentence): [string, string] => [`${slug}: ${sentence.trim()}`, sentence]);
  });
}

/** Returns what is wrong with the texts, given the products that start open. */
function faults(texts: readonly (readonly [string, string])[], open: readonly Product[]): readonly string[] {
  return texts
    .filter(([, text]) => SAYS_CLOSED.test(text))
    .flatMap(([key]) => {
      const products = LISTED[key];
      if (products === undefined) return [`${key} says that something is not open, and is not listed with its product`];
      return products.filter((product) => open.includes(product)).map((product) => `${key}: ${product} is open`);
    });
}

const ALL = [...appTexts(), ...articleSentences()];

describe('a text that says something is not open', () => {
  it('is listed with its product, whose switch starts closed', () => {
    expect(faults(ALL, OPEN_AT_FIRST)).toEqual([]);
  });

  it('given its switch is opened, then it is found', () => {
    expect(faults(ALL, ['withdraw'])).toContain('payee.closed: withdraw is open');
    expect(
      faults([['follow-agreement: Copy trading is not open yet.', 'Copy trading is not open yet.']], ['copy']),
    ).toHaveLength(1);
  });

  it.each([
    'Deposits are not open yet.',
    'Loans are still being built.',
    'P2P opens later.',
    'This is coming soon.',
    'NFT trading will open in spring.',
    'Convert is not yet available.',
  ])('given %j without an entry, then it is found', (text) => {
    expect(faults([['wallet.new', text]], [])).toHaveLength(1);
  });

  it.each(['This is not ours. Do not open it.', 'We cannot open accounts here.', 'The market is closed.'])(
    'given %j, then it is not taken for one',
    (text) => {
      expect(faults([['wallet.new', text]], [])).toEqual([]);
    },
  );
});
