import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { loginWithReturn } from '../app/return-address.ts';
import { useChangeMode } from './change-mode.ts';
import { useSession } from './session.ts';

const FIELD = 'guide';

/** Returns whether the URL requests the guide of its page (`?guide=1`), and functions that request and end it. */
export function useGuideFromAddress() {
  const [fields, setFields] = useSearchParams();
  const without = (all: URLSearchParams) => new URLSearchParams([...all].filter(([name]) => name !== FIELD));
  const withGuide = (all: URLSearchParams) => new URLSearchParams([...without(all), [FIELD, '1']]);
  return {
    isRequested: fields.get(FIELD) === '1',
    begin: () => setFields(withGuide, { replace: true }),
    end: () => setFields(without, { replace: true }),
  };
}

/** Returns the mode in which a guide runs, which is demo mode alone. A visitor is led to log in and back. */
export function useGuideMode(isRequested = true): 'real' | 'demo' | undefined {
  const mode = useSession(({ user }) => user?.book);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const mustLogIn = isRequested && mode === undefined;
  useEffect(() => {
    if (mustLogIn) void navigate(loginWithReturn(`${pathname}${search}`), { replace: true });
  }, [mustLogIn, navigate, pathname, search]);
  return mode;
}

type Texts = Readonly<Record<'title' | 'stay' | 'go', string>>;

/** Returns the question that comes before a guide in real mode: the mode never changes without the user's consent. */
export function useDemoQuestion({ title, stay, go }: Texts, onError: (error: Error) => void) {
  const { end } = useGuideFromAddress();
  const { mutate, isPending } = useChangeMode();
  return {
    open: true,
    title,
    safe: { label: stay, go: end },
    act: { label: go, go: () => mutate('demo', { onError }), busy: isPending },
  };
}
