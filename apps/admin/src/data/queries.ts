import type { Picture } from '@app/domain/kyc';
import type { StaffRole } from '@app/domain/staff';
import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, openFile } from './call.ts';
import { useSession } from './session.ts';

export type Change = Output<typeof routes.getChange>;
export type Setting = Output<typeof routes.getStaffSetting>['setting'];
export type Person = Output<typeof routes.listPeople>['list'][number];
export type TrailRow = Output<typeof routes.listTrail>['list'][number];
export type CaseRow = Output<typeof routes.listCases>['list'][number];
export type DeskWithdrawal = Output<typeof routes.listDeskWithdrawals>['list'][number];
export type DeskClaim = Output<typeof routes.listClaims>['list'][number];
export type LyingCoin = Output<typeof routes.listClaims>['coins'][number];
export type DeskPayout = Output<typeof routes.listDeskPayouts>['list'][number];
export type OpenedCase = Output<typeof routes.getCase>;

/** Interval at which what others change is read again. */
const REFRESH_MS = 5_000;

export const usePeople = () =>
  useQuery({ queryKey: ['people'], queryFn: () => call(routes.listPeople, {}), staleTime: 60_000 });

/** Returns who is meant by the trail's names, such as `staff:3`, or by an id. */
export function usePersonOf(): (name: string) => Person | undefined {
  const { data } = usePeople();
  return useMemo(() => {
    const byId = new Map(data?.list.map((person) => [String(person.id), person]));
    return (name) => byId.get(name.replace(/^staff:/, ''));
  }, [data]);
}

export const useSettings = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: () => call(routes.listStaffSettings, {}),
    refetchInterval: REFRESH_MS,
  });

export const useSetting = (key: string | undefined) =>
  useQuery({
    queryKey: ['setting', key],
    queryFn: () => call(routes.getStaffSetting, { key: key ?? '' }),
    enabled: key !== undefined,
    refetchInterval: REFRESH_MS,
  });

export const useWaiting = () =>
  useQuery({
    queryKey: ['changes', 'waiting'],
    queryFn: () => call(routes.listChanges, { state: 'waiting', limit: 200 }),
    refetchInterval: REFRESH_MS,
  });

export const useChange = (id: string | undefined) =>
  useQuery({
    queryKey: ['change', id],
    queryFn: () => call(routes.getChange, { id: BigInt(id ?? '0') }),
    enabled: id !== undefined && /^[1-9]\d{0,17}$/.test(id),
    refetchInterval: REFRESH_MS,
  });

export const useProductState = () =>
  useQuery({ queryKey: ['state'], queryFn: () => call(routes.getState, {}), refetchInterval: REFRESH_MS });

export const useTrailState = () =>
  useQuery({
    queryKey: ['trail', 'state'],
    queryFn: () => call(routes.getTrailState, {}),
    refetchInterval: REFRESH_MS,
  });

/** Identity cases that wait, by level; it shows nothing that a user sent. */
export const useCaseQueue = () =>
  useQuery({
    queryKey: ['cases', 'waiting'],
    queryFn: () => call(routes.getCaseQueue, {}),
    refetchInterval: REFRESH_MS,
  });

/** Who holds a case and whether it is decided. */
export const useCaseState = (id: bigint) =>
  useQuery({
    queryKey: ['cases', 'state', String(id)],
    queryFn: () => call(routes.getCaseState, { id }),
    refetchInterval: REFRESH_MS,
  });

/** Roles that read withdrawals. */
export const WITHDRAWAL_ROLES: readonly StaffRole[] = ['finance', 'risk', 'security'];

/** The oldest withdrawals that wait for people, and whether custody sends; read only for a person who may. */
export function useWithdrawalQueue() {
  const { roles } = useMe();
  return useQuery({
    queryKey: ['withdrawals', 'waiting'],
    queryFn: () => call(routes.listDeskWithdrawals, { state: 'review', limit: 200 }),
    enabled: roles.some((role) => WITHDRAWAL_ROLES.includes(role)),
    refetchInterval: REFRESH_MS,
  });
}

/** Roles that read reports of missing deposits. */
export const CLAIM_ROLES: readonly StaffRole[] = ['finance', 'risk'];

/** The oldest reports of missing deposits that wait; read only for a person who may. */
export function useClaimQueue() {
  const { roles } = useMe();
  return useQuery({
    queryKey: ['claims', 'waiting'],
    queryFn: () => call(routes.listClaims, { state: 'waiting', limit: 200 }),
    enabled: roles.some((role) => CLAIM_ROLES.includes(role)),
    refetchInterval: REFRESH_MS,
  });
}

/** Opens the picture of a report and decodes it, once for each visit: every reading is recorded. */
export const useVoucher = (id: bigint, isAsked: boolean) =>
  useQuery({
    queryKey: ['voucher', String(id)],
    queryFn: async () => await createImageBitmap(await openFile(routes.openVoucher, { id })),
    structuralSharing: false,
    enabled: isAsked,
    ...ONCE,
  });

/** The oldest payouts to banks that wait for people; read only for a person who may. */
export function usePayoutQueue() {
  const { roles } = useMe();
  return useQuery({
    queryKey: ['payouts', 'waiting'],
    queryFn: () => call(routes.listDeskPayouts, { state: 'review', limit: 200 }),
    enabled: roles.some((role) => WITHDRAWAL_ROLES.includes(role)),
    refetchInterval: REFRESH_MS,
  });
}

/** Each reading is recorded, so a case and its pictures are read once for each visit of their page. */
const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const useOpenedCase = (id: bigint) =>
  useQuery({ queryKey: ['case', String(id)], queryFn: () => call(routes.getCase, { id }), ...ONCE });

/** Opens a picture and decodes it: the page has its pixels, and no address of it exists. */
export const useCasePicture = (id: bigint, part: Picture) =>
  useQuery({
    queryKey: ['case picture', String(id), part],
    queryFn: async () => await createImageBitmap(await openFile(routes.openCasePicture, { id, part })),
    structuralSharing: false,
    ...ONCE,
  });

/** Returns the caller; pages are shown only to someone who is signed in. */
export function useMe() {
  const session = useSession((held) => held.session);
  if (session === undefined) throw new Error('nobody is signed in');
  return session;
}

/** Whether the caller has a passkey to sign with; undefined until it is known. */
export function useHasPasskey(): boolean | undefined {
  const me = useMe();
  const { data } = usePeople();
  return data?.list.find(({ id }) => String(id) === me.id)?.has_passkey;
}

/** Whether a change waits for the signature of this person. */
export const waitsFor = ({ part, signatures, is_expired: isExpired, state }: Change, id: string): boolean =>
  part !== 'reader' &&
  state === 'waiting' &&
  !isExpired &&
  !signatures.some(({ staff_id: signer }) => String(signer) === id) &&
  !signatures.some(({ as }) => as === part);
