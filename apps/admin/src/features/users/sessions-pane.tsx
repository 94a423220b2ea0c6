import * as routes from '@app/protocol/staff';
import { Icon } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { useMe } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';

const SHOWN = 8;

/** Shows the newest sessions of a user beside the profile. */
export function SessionsPane({ userId }: { userId: bigint }) {
  const say = useSay();
  const me = useMe();
  const language = useLook((look) => look.language);
  const mayRead = me.roles.some((role) => role === 'support' || role === 'risk' || role === 'security');
  const { data } = useQuery({
    queryKey: ['user', String(userId), 'sessions', 'newest'],
    queryFn: () => call(routes.listUserSessions, { id: userId, limit: SHOWN }),
    enabled: mayRead,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <div className="d-title">
        <h2>{say('user.sessions')}</h2>
      </div>
      {!mayRead && <p className="d-px text-ink-3">{say('user.not_your_role')}</p>}
      {data?.list.length === 0 && <p className="d-px text-ink-3">{say('user.no_sessions')}</p>}
      <ul className="d-px">
        {data?.list.map(({ id, user_agent: agent, ip, last_seen_at: seen, ended_at: ended }) => (
          <li key={String(id)} className="d-line d-session">
            <Icon name={/mobile|android|iphone/i.test(agent) ? 'phone' : 'globe'} size={20} />
            <span className="d-two min-w-0 flex-1">
              <span className="block truncate" title={agent}>
                {browserOf(agent)}
              </span>
              <small className="truncate">
                {ip} · {momentText(seen, language)}
              </small>
            </span>
            <small>{say(ended === null ? 'user.signed_in' : 'user.ended')}</small>
          </li>
        ))}
      </ul>
      <p className="d-px mt-auto py-3 text-label font-normal text-ink-3">{say('user.two_people')}</p>
    </>
  );
}

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const;

/** Names a browser and its system in two words; the whole text where neither is known. */
function browserOf(agent: string): string {
  const browser = BROWSERS.find((name) => agent.includes(name));
  const system = SYSTEMS.find((name) => agent.includes(name));
  return browser === undefined ? agent : [browser, system].filter(Boolean).join(', ');
}
