import { parseArgs } from 'node:util';
import { FIRST_ROLES, STAFF_ROLES, type StaffRole } from '@app/domain/staff';
import { resumeDeposits } from '../modules/deposit/index.ts';
import { readMarkets } from '../modules/market/index.ts';
import { bootstrapStaff, readApproverKeys, setByOperator } from '../modules/staff/index.ts';
import { verifyTrail } from '../modules/trail/index.ts';
import type { Database } from '../platform/db/database.ts';
import { allSettings } from './all-settings.ts';

export const USAGE = `npm run tidemark -- staff create --email <address> --name "<name>" [--roles security,operator]
  makes one of the first two staff accounts and prints its invitation; later accounts are made by two of them
npm run tidemark -- staff passkeys
  prints every passkey as WITHDRAWAL_APPROVERS takes it; compare it with its owner before custody is given it
npm run tidemark -- setting set --key <key> --value <JSON> --by "<name>" --reason "<why>"
  changes a setting, until two staff members are enrolled; turns a kill switch off at any time
npm run tidemark -- trail verify [--head <number>:<hash>]
  recomputes the audit trail and compares it with the heads in price blocks, and with one that you kept
npm run tidemark -- deposits resume --chain ERC20
  follows a chain again that was halted, from its present head on; first compare deposits and chain by hand`;

/** What a command prints, and whether it found everything in order. */
export type CommandResult = { readonly lines: readonly string[]; readonly isSound: boolean };

/** Runs a command of the operator. The connection must be role migrate's. */
export async function runTidemark(
  { db }: Pick<Database, 'db'>,
  args: readonly string[],
  adminUrl: string,
): Promise<CommandResult> {
  const [what, action, ...rest] = args;
  if (what === 'staff' && action === 'create') return await createStaff(db, rest, adminUrl);
  if (what === 'staff' && action === 'passkeys') return await showPasskeys(db);
  if (what === 'setting' && action === 'set') return await setSetting(db, rest);
  if (what === 'trail' && action === 'verify') return await checkTrail(db, rest);
  if (what === 'deposits' && action === 'resume') return await resume(db, rest);
  throw new Error(`unknown command: ${args.join(' ')}`);
}

async function createStaff(db: Database['db'], args: readonly string[], adminUrl: string): Promise<CommandResult> {
  const options = { email: { type: 'string' }, name: { type: 'string' }, roles: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.email === undefined || values.name === undefined) throw new Error('--email and --name are needed');
  const roles = values.roles === undefined ? FIRST_ROLES : readRoles(values.roles);
  const { id, invite, isLast } = await bootstrapStaff(db, { email: values.email, name: values.name, roles });
  const next = isLast
    ? 'Further accounts are made by two staff members.'
    : 'One more account is needed: most changes take two.';
  return {
    lines: [
      `staff ${id}: ${values.email}, ${roles.join(', ')}`,
      `invitation, for one use within a day: ${adminUrl}/#/enrol?invite=${invite}`,
      next,
    ],
    isSound: true,
  };
}

/** Prints passkeys of people who may approve, for custody, which believes none that a table says. */
async function showPasskeys(db: Database['db']): Promise<CommandResult> {
  const passkeys = await readApproverKeys(db);
  return {
    lines: passkeys.map(
      ({ email, name, credential_id: id, public_key: key }) => `${email} (${name}): ${id}:${key.toString('base64url')}`,
    ),
    isSound: true,
  };
}

async function setSetting(db: Database['db'], args: readonly string[]): Promise<CommandResult> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { key: text, value: text, by: text, reason: text } });
  const { key, value, by, reason } = values;
  if (key === undefined || value === undefined || !by?.trim() || !reason?.trim())
    throw new Error('--key, --value, --by and --reason are needed');
  const setting = allSettings((await readMarkets(db)).map(({ symbol }) => symbol)).get(key);
  if (setting === undefined) throw new Error(`there is no setting ${key}`);
  const json: unknown = JSON.parse(value);
  if (!setting.codec.decode(json).ok) throw new Error(`${value} does not fit ${key}: ${setting.meaning}`);
  const version = await setByOperator(db, { key, value: json, by, reason });
  return { lines: [`${key} is ${value} from version ${version} on`], isSound: true };
}

function readRoles(text: string): StaffRole[] {
  return text.split(',').map((name) => {
    const role = STAFF_ROLES.find((it) => it === name.trim());
    if (role === undefined) throw new Error(`unknown role ${name}; there are ${STAFF_ROLES.join(', ')}`);
    return role;
  });
}

async function checkTrail(db: Database['db'], args: readonly string[]): Promise<CommandResult> {
  const { values } = parseArgs({ args: [...args], options: { head: { type: 'string' } } });
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.head ?? '') ?? [];
  if (values.head !== undefined && (seq === undefined || hash === undefined))
    throw new Error('--head is <number>:<64 hex digits>');
  const kept = seq === undefined || hash === undefined ? [] : [{ seq: BigInt(seq), hash: Buffer.from(hash, 'hex') }];
  const { rows, faults, head } = await verifyTrail(db, kept);
  const lines =
    faults.length === 0
      ? [`${rows} rows, unbroken`, `head: ${head?.seq ?? 0}:${head?.hash.toString('hex') ?? ''}`]
      : faults;
  return { lines, isSound: faults.length === 0 };
}

async function resume(db: Database['db'], args: readonly string[]): Promise<CommandResult> {
  const { values } = parseArgs({ args: [...args], options: { chain: { type: 'string' } } });
  if (values.chain === undefined) throw new Error('--chain is needed');
  const reason = await resumeDeposits(db, values.chain);
  if (reason === undefined) throw new Error(`${values.chain} is not halted`);
  return {
    lines: [`${values.chain} was halted: ${reason}`, 'custody follows it again from its present head'],
    isSound: true,
  };
}
