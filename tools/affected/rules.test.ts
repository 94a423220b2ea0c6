import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHES } from '../bench/trials.ts';
import { PROOFS } from '../proof/trials.ts';
import { readTree } from '../tidy/tree.ts';
import { TORTURE } from '../torture/trials.ts';
import type { Entry } from '../trial/trial.ts';
import { featuresOf } from '../where/slice.ts';
import { isUsed, usersOf } from './graph.ts';
import { JOURNEYS, journeyName } from './journeys.ts';
import { RULES, ruleOf } from './rules.ts';
import { screensOf } from './screens.ts';
import { placeOf } from './select-trials.ts';

/** These tests read the repository itself: moving a folder requires moving its rule. */
const TOP = resolve(import.meta.dirname, '../..');
const tree = readTree(TOP);
const graph = usersOf(tree);
const paths = tree.files.map(({ path }) => path);
const ruleFor = (path: string) => ruleOf(path, (file) => isUsed(graph, file));
const ENTRIES: readonly Entry[] = [
  ...TORTURE.map((trial) => ({ kind: 'torture', trial }) as const),
  ...PROOFS.map((trial) => ({ kind: 'proof', trial }) as const),
  ...BENCHES.map((trial) => ({ kind: 'bench', trial }) as const),
];

describe('the table of rules', () => {
  it('has no rule that matches no file, or only files of an earlier rule', () => {
    const used = new Set(paths.map(ruleFor));
    expect(RULES.filter((rule) => !used.has(rule)).map(({ at }) => at)).toEqual([]);
  });

  it('covers every file, so that no file runs everything by mistake', () => {
    const known = new Set(RULES);
    expect(paths.filter((path) => !known.has(ruleFor(path)))).toEqual([]);
  });
});

describe('journeys and screens', () => {
  it('are all listed, with features that exist', () => {
    const specs = paths.filter((path) => path.startsWith('apps/e2e/') && path.endsWith('.spec.ts'));
    expect(Object.keys(JOURNEYS).sort()).toEqual(specs.map(journeyName).sort());
    const features = featuresOf(paths);
    const walked = Object.values(JOURNEYS).flatMap((journey) => journey.features);
    expect(walked.filter((feature) => !features.includes(feature))).toEqual([]);
  });

  it('are parsed completely from the tables: each loads files that exist', () => {
    const tables = tree.sources.filter(({ path }) => path.endsWith('.screens.ts'));
    const loads = tables.flatMap(({ text }) => text.match(/\bload:/g) ?? []);
    const screens = screensOf(tree);
    expect(screens).toHaveLength(loads.length);
    expect(screens.filter(({ files }) => files.length === 0)).toEqual([]);
    expect(screens.flatMap(({ files }) => files).filter((file) => !paths.includes(file))).toEqual([]);
  });

  it('have a slot for every panel', () => {
    const tables = tree.sources.filter(({ path }) => /^apps\/web\/src\/.*\bpanels\.ts$/.test(path));
    const panels = tables.flatMap(({ imports }) =>
      imports.flatMap(({ target, when }) => (when === 'lazy' && target.kind === 'file' ? [target.path] : [])),
    );
    expect(panels.length).toBeGreaterThan(10);
    const shown = (panel: string) => [...(graph.get(panel) ?? [])].filter((path) => path.endsWith('.tsx'));
    expect(panels.filter((panel) => shown(panel).length === 0)).toEqual([]);
  });
});

describe('trials', () => {
  it('are in a file of their name, and touch paths that exist', () => {
    for (const { file, touches } of ENTRIES.map(placeOf)) {
      expect(existsSync(resolve(TOP, file)), file).toBe(true);
      expect(touches.filter((start) => !paths.some((path) => path.startsWith(start)), file)).toEqual([]);
    }
  });

  it('touch every folder of the server', () => {
    const folders = new Set(paths.flatMap((path) => /^apps\/server\/src\/(?:modules\/)?[^/]+\//.exec(path)?.[0] ?? []));
    const touched = ENTRIES.filter(({ trial }) => !trial.isFigure).flatMap(({ trial }) => trial.touches);
    const isTouched = (folder: string) => touched.some((start) => folder.startsWith(start));
    expect([...folders].filter((folder) => folder !== 'apps/server/src/modules/' && !isTouched(folder))).toEqual([]);
  });

  it('cover every folder that moves money with a trial that is never cut', () => {
    const guarded = ENTRIES.filter(({ trial }) => trial.isMoney).flatMap(({ trial }) => trial.touches);
    for (const folder of ['engine/', 'platform/', 'modules/ledger/', 'modules/spot/', 'modules/wallet/'])
      expect(guarded).toContain(`apps/server/src/${folder}`);
  });

  it('are marked as figures if they are benches', () => {
    expect(BENCHES.filter(({ isFigure }) => !isFigure)).toEqual([]);
  });
});
