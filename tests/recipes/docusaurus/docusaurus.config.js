/** @type {import('@docusaurus/types').Config} */
export default {
  title: 'Cluster handbook',
  url: 'https://handbook.example',
  baseUrl: '/',
  favicon: 'data:,',
  onBrokenLinks: 'throw',
  scripts: [{src: 'https://HOST/embed.js', async: true}],
  presets: [
    ['classic', {docs: {routeBasePath: '/'}, blog: false}],
  ],
  themeConfig: {
    navbar: {title: 'Cluster handbook'},
    colorMode: {respectPrefersColorScheme: true},
  },
};
