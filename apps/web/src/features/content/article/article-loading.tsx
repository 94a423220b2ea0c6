import { Skeleton } from '@app/ui';

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-3/4'] as const;

/** Placeholder lines for text that is loading. */
export function TextLoading({ paragraphs = 3 }: { paragraphs?: number }) {
  return (
    <div className="grid gap-6 px-gutter" aria-hidden="true">
      {Array.from({ length: paragraphs }, (_, index) => index).map((index) => (
        <div key={index} className="grid gap-2.5">
          {LINES.map((width, line) => (
            <Skeleton key={line === 0 ? 'first' : width} className={`h-4 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function ArticleLoading() {
  return (
    <div aria-hidden="true">
      <div className="px-gutter pt-2 pb-6">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="mt-2 h-8 w-3/5" />
        <Skeleton className="mt-4 h-4 w-28" />
      </div>
      <TextLoading />
    </div>
  );
}
