import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The built client is served by the Python server and travels in its wheel.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: "/",
  build: {
    outDir: "../src/sandtable/server/static",
    emptyOutDir: true,
    target: "es2022",
  },
  // Under test, Svelte's browser half: the server half cannot mount a component.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
  },
}));
