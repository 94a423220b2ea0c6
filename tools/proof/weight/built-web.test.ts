import { describe, expect, it } from 'vitest';
import { chunksOf } from './built-web.ts';

const manifest = {
  'index.html': { file: 'assets/index-1.js', src: 'index.html', isEntry: true, imports: ['_frame-2.js'] },
  '_frame-2.js': { file: 'assets/frame-2.js' },
  'src/features/home/home-screen.tsx': {
    file: 'assets/home-3.js',
    src: 'src/features/home/home-screen.tsx',
    isDynamicEntry: true,
    imports: ['_frame-2.js', 'index.html'],
  },
  'src/app/icons.svg': { file: 'assets/icons-4.svg', src: 'src/app/icons.svg' },
};

describe('the JavaScript files of a build', () => {
  it('are keyed by file name, with their imports', () => {
    expect([...chunksOf(manifest).values()]).toEqual([
      { file: 'assets/index-1.js', lazyDoor: undefined, imports: ['assets/frame-2.js'] },
      { file: 'assets/frame-2.js', lazyDoor: undefined, imports: [] },
      {
        file: 'assets/home-3.js',
        lazyDoor: 'src/features/home/home-screen.tsx',
        imports: ['assets/frame-2.js', 'assets/index-1.js'],
      },
    ]);
  });

  it('given an import missing from the manifest, then it is refused: its bytes would not be counted', () => {
    expect(() => chunksOf({ a: { file: 'a.js', imports: ['gone'] } })).toThrow('no gone');
  });
});
