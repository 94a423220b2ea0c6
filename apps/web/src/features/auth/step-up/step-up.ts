import type { Input, Output } from '@app/protocol';
import { proveStepUp, sendStepUpCode, startStepUp, startStepUpPasskey } from '@app/protocol/auth';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import type { StepUpRequest } from '../../../data/session/step-up-question.ts';
import { showPasskey } from '../factor/webauthn.ts';
import { fieldsToProve } from './step-up-fields.ts';

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
