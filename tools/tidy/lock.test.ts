import { describe, expect, it } from 'vitest';
import { lock } from './lock.ts';
import { adviceOn, spotsFound } from './planted.ts';

const PATH = 'package-lock.json';
const plantLock = (more: Record<string, unknown>) => {
  const tool = { version: '1.2.3', optionalDependencies: { 'cli-darwin-arm64': '1.2.3' } };
  return { [PATH]: JSON.stringify({ packages: { '': {}, 'node_modules/tool': tool, ...more } }, null, 2) };
};
const COMPLETE = { 'node_modules/cli-darwin-arm64': { version: '1.2.3', optional: true } };

describe('the lock', () => {
  it('is valid when every optional package has an entry', () => {
    expect(spotsFound(lock, plantLock(COMPLETE))).toEqual([]);
    expect(spotsFound(lock, { 'other/package-lock.json': '{}' })).toEqual([]);
  });

  it('is incomplete when one is missing', () => {
    expect(spotsFound(lock, plantLock({}))).toEqual([`${PATH}:4`]);
    expect(adviceOn(lock, plantLock({}))).toBe(
      'node_modules/tool names cli-darwin-arm64, which has no entry, so npm ci fails; run `npm run lock:complete`.',
    );
  });

  it('contains no download URL, only the folders of workspaces', () => {
    const linked = { 'node_modules/@app/web': { resolved: 'apps/web', link: true } };
    const downloaded = { 'node_modules/zod': { version: '4.0.0', resolved: 'https://registry.example/zod.tgz' } };
    expect(spotsFound(lock, plantLock({ ...COMPLETE, ...linked }))).toEqual([]);
    expect(adviceOn(lock, plantLock({ ...COMPLETE, ...downloaded }))).toBe(
      'node_modules/zod names the address it was downloaded from; run `npm run lock:complete`.',
    );
  });
});
