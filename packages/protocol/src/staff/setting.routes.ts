import { SETTING_FORMS, STAFF_ROLES } from '@app/domain/staff';
import * as z from 'zod/mini';
import { flag, id, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';

const reading = { access: 'staff', method: 'GET', beyond: true, staffRoles: STAFF_ROLES } as const;

/** JSON text: a value keeps every digit, and the app shows exactly what is stored. */
const value = z.string();

const setting = z.object({
  key: z.string(),
  meaning: z.string(),
  /** How a value is entered, and the least and the most it may be; null where there is no limit. */
  form: z.object({ kind: z.enum(SETTING_FORMS), min: z.nullable(z.string()), max: z.nullable(z.string()) }),
  value,
  /** Version in force; 0 is the value the code begins with, which has no start. */
  version: z.int(),
  since: z.nullable(timeMs),
  /** Version that a change has to name. */
  next_version: z.int(),
  /** A version that takes effect later. */
  planned: z.nullable(z.object({ version: z.int(), value, from: timeMs })),
  /** A change that waits for signatures. */
  waiting: z.nullable(id),
});

export const listStaffSettings = route({
  ...reading,
  path: '/staff/settings',
  description: 'Lists every setting with its value in force, its range and what waits for signatures.',
  request: z.object({}),
  response: z.object({ list: z.array(setting) }),
  refusals: [],
});

export const getStaffSetting = route({
  ...reading,
  path: '/staff/setting',
  description: 'Returns one setting with its versions, newest first: who made and signed each, and why.',
  request: z.object({ key: text(100, 'Key of the setting.', 'staff.session_seconds') }),
  response: z.object({
    setting,
    history: z.array(
      z.object({
        version: z.int(),
        value,
        from: timeMs,
        /** Who made it and who signed it, as the trail names them. */
        made_by: z.string(),
        signed_by: z.array(z.string()),
        reason: z.string(),
      }),
    ),
  }),
  refusals: ['not_found'],
});

/** Names for ids: every page shows who did something. E-mail addresses are on the list of accounts only. */
export const listPeople = route({
  ...reading,
  path: '/staff/people',
  description: 'Lists the names and roles of staff.',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({ id, name: z.string(), roles: z.array(z.enum(STAFF_ROLES)), is_disabled: flag, has_passkey: flag }),
    ),
  }),
  refusals: [],
});

export const getState = route({
  ...reading,
  path: '/staff/state',
  description: 'Returns what the database knows of the auditor, the prices and the processes that hold a lease.',
  request: z.object({}),
  response: z.object({
    at: timeMs,
    /** When the auditor last compared all books, and what it found; nothing if they add up. */
    auditor: z.object({ ran_at: timeMs, breach: z.nullable(z.string()) }),
    /** Newest sealed block of prices. */
    prices: z.nullable(z.object({ block: z.int(), at: timeMs, ticks: z.int() })),
    /** Processes of which one leads at a time, by the name of their lease. */
    leases: z.array(z.object({ name: z.string(), heartbeat_at: timeMs })),
  }),
  refusals: [],
});
