import type { Factor } from '@app/domain/auth';
import type { Input, Output, Route } from '@app/protocol';
import { proveStepUp, sendStepUpCode, startStepUp, startStepUpPasskey } from '@app/protocol/auth';
import { proofFieldsOf } from '@app/protocol/step-up-fields';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import * as z from 'zod/mini';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import type { StepUpRequest } from '../../../data/session/step-up-question.ts';
import { showPasskey } from '../factor/webauthn.ts';

export type Challenge = Output<typeof startStepUp>;
type Proof = Omit<Input<typeof proveStepUp>, 'challenge'>;

/** Starts one challenge for one action. Its query key contains nothing of the action, which may hold a password. */
export function useChallenge({ route, fields }: StepUpRequest) {
  return useQuery({
    queryKey: ['step-up', useId()],
    queryFn: ({ signal }) => call(startStepUp, { path: route.path, fields: fieldsToProve(route, fields) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

type OnProgress = (challenge: Challenge) => void;
/** Props of every proof form. */
export type ProofProps = { challenge: Challenge; onProgress: OnProgress };

export const useProve = ({ challenge }: Challenge, onProgress: OnProgress) =>
  useSubmit({ mutationFn: (proof: Proof) => call(proveStepUp, { challenge, ...proof }), onSuccess: onProgress });

export const useProveByPasskey = ({ challenge }: Challenge, onProgress: OnProgress) =>
  useSubmit({
    mutationFn: async () => {
      const { options } = await call(startStepUpPasskey, { challenge });
      return await call(proveStepUp, { challenge, credential: await showPasskey(options) });
    },
    onSuccess: onProgress,
  });

export const useSendStepUpCode = ({ challenge }: Challenge) =>
  useSubmit({ mutationFn: (channel: 'email' | 'mobile') => call(sendStepUpCode, { challenge, channel }) });

/** Returns the fields a challenge is bound to: in wire format, without those that only prove the action. */
export function fieldsToProve(route: Route, fields: object): string {
  const proof = proofFieldsOf(route);
  const bound = Object.fromEntries(Object.entries(fields).filter(([name]) => !proof.includes(name)));
  return JSON.stringify(z.encode(z.partial(route.request), bound as never)); // The caller's type is the codec's output.
}

/** Progress of a challenge: one factor of each group must be proven. */
type Progress = { readonly needs: readonly (readonly Factor[])[]; readonly proven: readonly Factor[] };

type Plan = {
  /** Groups already proven, and all groups. */
  readonly done: number;
  readonly count: number;
  /** Factors of the current group, the easiest first. */
  readonly factors: readonly Factor[];
};

/**
 * Plans the next factor. A passkey comes first if the device supports passkeys: it is one touch, and cannot be phished.
 */
export function planOf({ needs, proven }: Progress, hasPasskeys: boolean): Plan {
  const isDone = (group: readonly Factor[]) => group.some((factor) => proven.includes(factor));
  const due = needs.find((group) => !isDone(group)) ?? [];
  const factors = due.filter((factor) => factor !== 'passkey');
  const isOffered = hasPasskeys && due.includes('passkey');
  return {
    done: needs.filter(isDone).length,
    count: needs.length,
    factors: isOffered ? ['passkey', ...factors] : factors,
  };
}
