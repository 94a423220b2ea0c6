import { NAMED_STAFF_ROUTES } from '@app/protocol';
import type pg from 'pg';
import { BUSY_SETTING, LEFT_STAFF, RARE_ACTION, RARE_USER } from './rows.ts';

const PAGE = 50;
const DEEP_PAGE = 1_000;
const BUSY_ACTOR = `staff:${LEFT_STAFF + 1}`;

/** One page to read. */
export type Page = {
  readonly name: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | bigint>>;
  /** Fields of a search, which is posted. */
  readonly body?: Readonly<Record<string, string | number>>;
  /** Rows it must have. */
  readonly rows: number;
  /** Name of its list in the answer. */
  readonly list?: string;
};

/** Paths that are read and return no list. */
export const NO_LISTS = [
  '/staff/login/options',
  '/staff/change',
  '/staff/case',
  '/staff/case/state',
  '/staff/case/picture',
];

/** Every page that is measured: a row for each, at least one for each route that returns a list. */
export async function pagesOf(root: pg.Client, settings: number): Promise<readonly Page[]> {
  const one = async (query: string): Promise<string> => {
    const { rows } = await root.query<{ found: string }>(query);
    return rows[0]?.found ?? '';
  };
  const deepTrail = await one(
    `select id as found from trail order by id desc limit 1 offset ${(DEEP_PAGE - 1) * PAGE - 1}`,
  );
  const lastChange = await one(`select id as found from staff_change order by id limit 1 offset ${PAGE}`);
  const people = Number(await one('select count(*) as found from staff_account'));
  const rare = Number(await one(`select count(*) as found from trail where action = '${RARE_ACTION}'`));
  const trail = (name: string, query: Page['query'], rows = PAGE): Page => ({
    name: `trail, ${name}`,
    path: '/staff/trail',
    rows,
    ...(query !== undefined && { query }),
  });
  const changes = (name: string, query: Page['query'], rows = PAGE): Page => ({
    ...trail(name, query, rows),
    name: `changes, ${name}`,
    path: '/staff/changes',
  });
  const ofUser = (what: string, rows: number): Page => ({
    name: `${what} of a user`,
    path: `/staff/user/${what}`,
    query: { id: RARE_USER },
    rows,
  });
  const pages: readonly Page[] = [
    trail('first page', {}),
    trail('page 1,000', { before: deepTrail }),
    trail('last page', { before: PAGE + 1 }),
    trail('200 rows', { limit: 200 }, 200),
    trail('busy actor', { actor: BUSY_ACTOR }),
    trail('busy actor, from page 1,000', { actor: BUSY_ACTOR, before: deepTrail }),
    trail('busy action', { action: 'user.viewed' }),
    trail('rare action', { action: RARE_ACTION }, rare),
    trail('one user', { subject: `user:${RARE_USER}` }),
    trail('actor and action', { actor: BUSY_ACTOR, action: 'change.signed' }),
    trail('actor and action, both busy and not lately', { actor: `staff:${LEFT_STAFF}`, action: 'change.signed' }),
    trail('actor and action that never met', { actor: 'system:auditor', action: RARE_ACTION }, 0),
    { name: 'own trail', path: '/staff/trail/own', rows: 0 },
    { name: 'trail, head and seals', path: '/staff/trail/state', rows: 0, list: 'seals' },
    changes('first page', {}),
    changes('last page', { before: lastChange }),
    changes('waiting', { state: 'waiting' }),
    changes('refused', { state: 'refused' }),
    changes('withdrawn, none', { state: 'withdrawn' }, 0),
    changes('one setting', { subject: `setting:${BUSY_SETTING}` }),
    { name: 'settings', path: '/staff/settings', rows: settings },
    {
      name: 'a setting of 5,000 versions',
      path: '/staff/setting',
      query: { key: BUSY_SETTING },
      rows: 200,
      list: 'history',
    },
    { name: 'staff accounts', path: '/staff/list', rows: people },
    { name: 'names of staff', path: '/staff/people', rows: people },
    { name: 'the caller', path: '/staff/me', rows: 0, list: 'passkeys' },
    { name: 'state of the product', path: '/staff/state', rows: 0, list: 'leases' },
    { name: 'cases that wait', path: '/staff/cases', rows: PAGE },
    { name: 'rejected cases', path: '/staff/cases', query: { state: 'rejected' }, rows: PAGE },
    { name: 'cases that wait, counted', path: '/staff/cases/waiting', rows: 1, list: 'levels' },
    ofUser('ledger', 0),
    ofUser('orders', 0),
    ofUser('sessions', PAGE),
    ofUser('devices', PAGE),
    ofUser('notices', PAGE),
    ofUser('trail', PAGE),
    { name: 'users by e-mail', path: '/staff/users/search', body: { text: 'user12' }, rows: 20 },
    { name: 'users by telephone', path: '/staff/users/search', body: { text: '+491500000003' }, rows: 1 },
  ];
  const inBuild = new Set<string>(NAMED_STAFF_ROUTES.map(([, route]) => route.path));
  return pages.filter(({ path }) => inBuild.has(path));
}

export const urlOf = ({ path, query = {} }: Page): string => {
  const fields = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `/api${path}${fields.size > 0 ? `?${fields}` : ''}`;
};
