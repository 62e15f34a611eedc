export const VISIONS = ['normal', 'protanopia', 'deuteranopia', 'tritanopia'] as const;
export type Vision = (typeof VISIONS)[number];

/**
 * The matrices of Machado, Oliveira and Fernandes (2009) at full severity; they apply to linear light, the default of
 * SVG filters.
 */
const MATRICES: Readonly<Record<Exclude<Vision, 'normal'>, string>> = {
  protanopia: '0.152 1.053 -0.205 0 0 0.115 0.786 0.099 0 0 -0.004 -0.048 1.052 0 0 0 0 0 1 0',
  deuteranopia: '0.367 0.861 -0.228 0 0 0.280 0.673 0.047 0 0 -0.012 0.043 0.969 0 0 0 0 0 1 0',
  tritanopia: '1.256 -0.077 -0.179 0 0 -0.078 0.931 0.148 0 0 0.005 0.691 0.304 0 0 0 0 0 1 0',
};

const toId = (vision: string) => `vision-${vision}`;

/** Returns the CSS filter that simulates how a person with this colour vision sees the page. */
export const getVisionFilter = (vision: Vision): string | undefined =>
  vision === 'normal' ? undefined : `url(#${toId(vision)})`;

/** The SVG filters; they take no space on the page. */
export const ColourVisionFilters = () => (
  <svg aria-hidden="true" className="absolute size-0">
    {Object.entries(MATRICES).map(([vision, values]) => (
      <filter key={vision} id={toId(vision)}>
        <feColorMatrix type="matrix" values={values} />
      </filter>
    ))}
  </svg>
);
