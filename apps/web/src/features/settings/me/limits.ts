import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../data/account/limits-query.ts';
import { useSessionScope } from '../../../data/session/session.ts';

/** Returns the limits for one label on the "Me" page; without a response the row shows no value. */
export const useLimitsValue = () => useQuery(limitsQuery(useSessionScope())).data;
