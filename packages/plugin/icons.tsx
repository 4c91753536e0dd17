const shape = (path: string) => () => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

export const CrossIcon = shape('M18 6 6 18M6 6l12 12');
export const SearchIcon = shape('m21 21-4.3-4.3M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z');
export const FilterIcon = shape('M3 6h18M7 12h10M10 18h4');
