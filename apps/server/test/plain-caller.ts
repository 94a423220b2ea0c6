import type { CallerLevel } from '@app/protocol';
import type { Caller, SessionOwner } from '../src/platform/http/caller.ts';

/** Caller without verified identity or roles, as every user is at first. */
const PLAIN: CallerLevel = { verification: 0, roles: [], country: 'DE', isFrozen: false };

export const plainCaller = (owner: SessionOwner): Caller => ({ ...owner, ...PLAIN });
