import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTree, readTree, type SourceFile } from '../tidy/tree.ts';
import { LANDING } from '../trial/landing-trials.ts';
import { estimate, minutesOf } from './estimate.ts';
import { select } from './select.ts';
import { placeOf } from './select-trials.ts';

const ROUTES = 'packages/protocol/src/payee/bank.routes.ts';
const BARREL = 'packages/protocol/src/payee/index.ts';
const MODULE = 'apps/server/src/modules/payee/bank.ts';
const STORE = 'apps/server/src/modules/payee/note.store.ts';
const SCREEN = 'apps/web/src/features/payee/bank/bank-screen.tsx';
const TEXTS = /^packages\/i18n\/src\/payee\/[a-z]+\.json$/;

const tree = readTree(resolve(import.meta.dirname, '../..'));
const dbTests = tree.files
  .map(({ path }) => path)
  .filter((path) => path.startsWith('apps/') && path.endsWith('.db.test.ts'));

/** What a landing of one feature changes in this repository: protocol, a new table, module, screen, texts. */
function landing(number: number) {
  const migration = `apps/server/migrations/${number}_payee_note.sql`;
  const textOf = (path: string) => tree.files.find((file) => file.path === path)?.text ?? '';
  const written: SourceFile[] = [
    { path: migration, text: 'create table payee_note (id bigint primary key);' },
    { path: STORE, text: 'export const listNotes = sql`select id from payee_note`;' },
    { path: MODULE, text: `${textOf(MODULE)}\nimport { listNotes } from './note.store.ts';` },
    { path: BARREL, text: `${textOf(BARREL)}\nexport { note } from './bank.routes.ts';` },
  ];
  const catalogues = tree.files.filter(({ path }) => TEXTS.test(path));
  const longer = catalogues.map(({ path, text }) => ({ path, text: text.replace('{', '{ "note.new": "New",') }));
  const replaced = new Map([...written, ...longer].map((file) => [file.path, file]));
  const kept = tree.files.filter(({ path }) => !replaced.has(path));
  const before = [...catalogues, { path: BARREL, text: textOf(BARREL) }].map(({ path, text }) => [path, text] as const);
  const change = {
    base: 'base',
    files: [ROUTES, SCREEN, ...replaced.keys()],
    added: [migration, STORE],
    before: Object.fromEntries(before),
  };
  expect(catalogues).toHaveLength(10);
  const head = '00000000';
  const selection = select(change, {
    tree: makeTree([...kept, ...replaced.values()]),
    trials: LANDING.map(placeOf),
    head,
  });
  return { selection, minutes: Number(minutesOf(estimate(selection, LANDING, head))) };
}

describe('a landing of one feature', () => {
  const landings = [1_000, 1_001, 1_002].map(landing);

  it('walks its journeys and the core', () => {
    for (const { selection } of landings) {
      expect(selection.journeys.chosen.toSorted()).toEqual(
        ['accounts', 'frame', 'offline', 'payees', 'second-tap', 'spot', 'thin-path', 'withdrawal'].toSorted(),
      );
      expect(selection.screens.chosen.length).toBeLessThan(5);
      expect(selection.trials.chosen).toEqual(['torture kills']);
    }
  });

  it('tests its module, those that use it, and what every table reaches', () => {
    const core = dbTests.filter((path) => /\/src\/(?:bin|platform|modules\/ledger)\//.test(path));
    expect(core.length).toBeGreaterThan(30);
    const users = ['payee/bank', 'payout/payout'].map((name) => `apps/server/src/modules/${name}.db.test.ts`);
    for (const { selection } of landings) {
      expect([...core, ...users].filter((path) => !selection.db.chosen.includes(path))).toEqual([]);
      expect(selection.db.chosen.length).toBeLessThan(selection.db.of * 0.6);
    }
  });

  it('tests everything else within three landings', () => {
    const tested = new Set(landings.flatMap(({ selection }) => selection.db.chosen));
    expect(dbTests.filter((path) => !tested.has(path))).toEqual([]);
  });

  // The aim is twelve minutes.
  it('takes little more than half of a landing that runs everything', () => {
    for (const { minutes } of landings) expect(minutes).toBeLessThanOrEqual(13);
    const everything = select({ all: 'everything' }, { tree, trials: LANDING.map(placeOf), head: '00000000' });
    expect(Number(minutesOf(estimate(everything, LANDING, '00000000')))).toBeGreaterThan(17);
  });
});
