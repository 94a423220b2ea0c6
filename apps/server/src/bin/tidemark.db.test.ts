import { beforeAll, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../test/testbed.ts';
import { hashToken } from '../modules/auth/index.ts';
import { runTidemark } from './tidemark-app.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('migrate');
});

const run = (...args: string[]) => runTidemark(testbed, args, 'https://staff.example.com');
const create = (email: string) => run('staff', 'create', '--email', email, '--name', 'Ines V');
const setSignUps = (value: string) =>
  run('setting', 'set', '--key', 'switch.sign_ups', '--value', value, '--by', 'Ines', '--reason', 'a test');

it('makes the first two staff accounts with an invitation each, and no third', async () => {
  const { lines } = await create('Ines@example.com');
  const invite = /^invitation.*https:\/\/staff\.example\.com\/#\/enrol\?invite=([\w-]{43})$/.exec(lines[1] ?? '')?.[1];
  const owner = await testbed.bare('migrate');
  const { rows } = await owner.query(
    `select a.email, a.roles, i.used_at from staff_invite i join staff_account a on a.id = i.staff_id where token_hash = $1`,
    [hashToken(invite ?? '')],
  );
  expect(rows).toEqual([{ email: 'ines@example.com', roles: ['security', 'operator'], used_at: null }]);
  await create('leo@example.com');
  await expect(create('mallory@example.com')).rejects.toThrow('two accounts exist');
});

it('changes settings until two are enrolled, and only stops afterwards', async () => {
  await setSignUps('false');
  await setSignUps('true');
  await expect(setSignUps('"maybe"')).rejects.toThrow('does not fit');
  const owner = await testbed.bare('migrate');
  await owner.query(`update staff_account set password_hash = '$argon2id$test'`);
  await setSignUps('false');
  await expect(setSignUps('true')).rejects.toThrow('two staff members change settings');
});

it('verifies the trail of what it did, also against a head that was kept', async () => {
  const { lines, isSound } = await run('trail', 'verify');
  expect(isSound).toBe(true);
  const [kept = ''] = /\d+:[0-9a-f]{64}/.exec(lines.join('\n')) ?? [];
  expect((await run('trail', 'verify', '--head', kept)).isSound).toBe(true);
  expect(
    (
      await run(
        'trail',
        'verify',
        '--head',
        kept.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      )
    ).isSound,
  ).toBe(false);
});
