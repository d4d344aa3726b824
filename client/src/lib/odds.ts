/** A chance in per cent, never rounded to "certain" or "impossible" when it is neither. */
export function percent(share: number): string {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  if (share < 0.001) return "< 0.1 %";
  if (share > 0.999) return "> 99.9 %";
  const value = share * 100;
  return `${value < 10 || value > 90 ? value.toFixed(1) : Math.round(value)} %`;
}
