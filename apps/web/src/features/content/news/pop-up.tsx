import { Dialog } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { storage } from '../../../lib/storage.ts';
import { articlePath, localeOf } from '../article/article-format.ts';
import { type Heading, popQuery, useLanguage } from '../article/articles.ts';
import { isPopUpPage, mayPopUp, mayPopUpToday, rememberPopUp } from './pop-up-rule.ts';

/** Time on a page before the announcement appears: its content comes first. */
const AT_REST_MS = 2_000;

/** Shows the current announcement once a day, over a page where nobody is interrupted. A failed fetch shows nothing. */
export function PopUp() {
  const { pathname, search, state } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // A sheet is a step of history with a state, and a query carries an intent: neither is interrupted.
  const isQuiet = isPopUpPage(pathname) && search === '' && state === null;
  const isDue = isQuiet && (isOpen || mayPopUpToday(storage, Date.now()));
  const { data: article } = useQuery({ ...popQuery(useLanguage()), enabled: isDue });
  const show = useEffectEvent(({ id }: Heading) => {
    if (!mayPopUp(storage, id, Date.now())) return;
    rememberPopUp(storage, id, Date.now());
    setOpen(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts the wait again.
  useEffect(() => {
    if (!isQuiet) setOpen(false); // Left by the back button: it does not wait for the return.
    if (!isDue || !article) return undefined;
    const timer = setTimeout(() => show(article), AT_REST_MS);
    return () => clearTimeout(timer);
  }, [isQuiet, isDue, article, pathname]);
  if (!isOpen || !isQuiet || !article) return null;
  return <Announcement article={article} close={() => setOpen(false)} />;
}

function Announcement({ article: { id, title, summary, lang }, close }: { article: Heading; close: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const read = () => {
    rememberPopUp(storage, id, Date.now(), true);
    close();
    void navigate(articlePath(id));
  };
  return (
    <Dialog
      open
      title={title}
      safe={{ label: text('system.close'), go: close }}
      act={{ label: text('content.pop.read'), go: read }}
    >
      <p lang={localeOf(lang)}>{summary}</p>
    </Dialog>
  );
}
