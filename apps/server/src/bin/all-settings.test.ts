import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PRODUCTS } from '@app/domain/reference';
import { describe, expect, it } from 'vitest';
import { allSettings } from './all-settings.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../../..');
const settings = allSettings(['BTC/USDT']);

/** Keys written in the settings files of the domain. */
function declaredKeys(): string[] {
  const domain = join(REPOSITORY, 'packages/domain/src');
  const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('settings.ts'),
  );
  return files.flatMap((name) =>
    [...readFileSync(join(domain, name), 'utf8').matchAll(/^ {2,4}key: '([\w.]+)'/gm)].map(([, key = '']) => key),
  );
}

describe('all settings', () => {
  it('have every key that the domain declares: what is missing can be changed and stopped by nobody', () => {
    const keys = declaredKeys();
    expect(keys.length).toBeGreaterThan(40);
    expect(keys.filter((key) => !settings.has(key))).toEqual([]);
  });

  it('have the kill switch of every product, spot too, and where each may be used', () => {
    for (const product of [...PRODUCTS, 'spot']) expect(settings.has(`switch.product.${product}`), product).toBe(true);
    for (const product of PRODUCTS) expect(settings.has(`product.${product}`), product).toBe(true);
    expect(settings.has('switch.market.BTC/USDT')).toBe(true);
  });
});
