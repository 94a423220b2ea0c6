import { isVisitor } from '@app/client/session';
import { listBets } from '@app/protocol/seconds';
import { Button, Icon, IconButton, showToast } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession, useSessionScope } from '../../../data/session/session.ts';
import { firstBetsKey } from '../bets/open-bets.ts';

/** The first bets of an account that are offered with practice money. */
const FIRST = 5;

/** Users who put the offer away, until the tab closes. */
const putAway = new Set<string>();

/** Offers an account's first five bets with practice money. */
export function FirstBetsOffer() {
  const text = useText();
  const scope = useSessionScope();
  const isReal = useSession(({ user }) => user?.book === 'real');
  const [isAway, setAway] = useState(putAway.has(scope));
  const { data } = useQuery({
    queryKey: firstBetsKey(scope),
    queryFn: ({ signal }) => call(listBets, { page: 1, limit: FIRST }, { signal }),
    enabled: isReal && !isVisitor(scope) && !isAway,
  });
  const { mutate, isPending } = useChangeMode();
  if (!isReal || isAway || data === undefined || data.list.length >= FIRST) return null;
  const toDemo = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  const away = () => {
    putAway.add(scope);
    setAway(true);
  };
  return (
    <aside className="care">
      <Icon name="learn" size={16} />
      <span className="care__text">{text('seconds.first', { n: FIRST })}</span>
      <Button size="small" busy={isPending} onClick={toDemo}>
        {text('seconds.go.demo')}
      </Button>
      <IconButton label={text('seconds.care.away')} onClick={away}>
        <Icon name="close" size={16} />
      </IconButton>
    </aside>
  );
}
