import { CallRefused } from '@app/client/call';
import * as routes from '@app/protocol/staff';
import { Key } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../data/call.ts';
import { useMe } from '../data/queries.ts';
import { useSay } from '../data/texts.ts';
import { useKeys } from '../lib/use-keys.ts';

export const casePath = (id: bigint): string => `/identity/case?id=${id}`;

/** Renders the button that claims the oldest free case and opens it; `n` presses it. Nobody chooses a case. */
export function NextCase({ isMain = false }: { isMain?: boolean }) {
  const say = useSay();
  const me = useMe();
  const go = useNavigate();
  const queries = useQueryClient();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const mayClaim = me.roles.includes('identity');
  const claim = async () => {
    setBusy(true);
    setProblem('');
    try {
      const { id } = await call(routes.claimCase, {});
      await queries.invalidateQueries({ queryKey: ['cases'] });
      if (id === null) setProblem(say('review.none_free'));
      else await go(casePath(id));
    } catch (failure) {
      setProblem(failure instanceof CallRefused ? failure.message : say('failed.no_answer'));
    } finally {
      setBusy(false);
    }
  };
  useKeys({ n: mayClaim && !isBusy ? () => void claim() : undefined });
  if (!mayClaim) return null;
  return (
    <>
      <span role="status" className="min-w-0 truncate font-normal text-ink-3">
        {problem}
      </span>
      <button
        type="button"
        className={isMain ? 'd-btn d-btn--primary' : 'd-btn'}
        disabled={isBusy}
        onClick={() => void claim()}
      >
        {say('review.next')}
        <Key>n</Key>
      </button>
    </>
  );
}
