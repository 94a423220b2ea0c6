import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../shared/limits-query.ts';
import { useSessionScope } from '../../../shared/session.ts';

/** For one word on the "Me" page; without an answer the row simply says nothing. */
export const useLimitsValue = () => useQuery(limitsQuery(useSessionScope())).data;
