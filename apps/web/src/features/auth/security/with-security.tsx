import { Delayed, ErrorPanel, NavBar, Skeleton } from '@app/ui';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { type Security, useSecurity } from './security.ts';

type Props = { title: string; children: (security: Security) => ReactNode };

/** Page whose form depends on the account's protections; until they are loaded it shows its bar and a placeholder. */
export function WithSecurity({ title, children }: Props) {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const { data, error, refetch } = useSecurity();
  if (data !== undefined) return children(data);
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <PageToCome title={title} back={back}>
      {error === null ? (
        <FormLoading />
      ) : (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
    </PageToCome>
  );
}

type ToComeProps = ComponentProps<typeof NavBar> & { children: ReactNode };

/** Placeholder that looks like a page: the arrival on a page happens only once, when its content is loaded. */
export const PageToCome = ({ children, ...bar }: ToComeProps) => (
  <div className="page">
    <NavBar {...bar} />
    <main className="scroll">{children}</main>
  </div>
);

/** Parent of all these pages, also when one of them was opened by a link. */
export const SECURITY_PATH = '/pages/setting/security';

const FormLoading = () => (
  <Delayed>
    <div className="flex flex-col gap-4 px-gutter pt-2">
      <Skeleton className="h-5 w-52" />
      <Skeleton className="mt-4 h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
    </div>
  </Delayed>
);
