import { NAMED_ROUTES, USER_ACCESS } from '@app/protocol';
import { describe, expect, it } from 'vitest';
import { FOREIGN, MONEY, VISITOR_ROUTES } from './access-expectations.ts';
import { ENDS_SESSION, goodRequest, strayNames, WRITTEN_NAMES } from './good-requests.ts';

describe('the requests that server tests send', () => {
  it.each(NAMED_ROUTES)('%s has one that fits its schema', (name, route) => {
    expect(() => goodRequest([name, route])).not.toThrow();
  });

  it('are written, and expected of, routes that exist', () => {
    const cells = Object.keys(FOREIGN).map((key) => key.slice(0, key.indexOf('.')));
    expect(strayNames([...WRITTEN_NAMES, ...ENDS_SESSION, ...VISITOR_ROUTES, ...Object.keys(MONEY), ...cells])).toEqual(
      [],
    );
  });
});

describe('who may call', () => {
  it('visitors may call exactly the reviewed routes; every other route needs a user of some level', () => {
    const open = NAMED_ROUTES.filter(([, { access }]) => access === 'visitor').map(([name]) => name);
    expect(open.toSorted()).toEqual(VISITOR_ROUTES.toSorted());
    const levels: readonly string[] = USER_ACCESS;
    expect(NAMED_ROUTES.filter(([, { access }]) => !levels.includes(access))).toEqual([]);
  });

  it('a route that moves money is reviewed with the access it requires', () => {
    const effects = NAMED_ROUTES.flatMap(([name, { effect, access }]) => (effect ? [[name, access]] : []));
    expect(Object.fromEntries(effects)).toEqual(MONEY);
  });
});
