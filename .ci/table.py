"""The steps of the checks, and which files make `.ci/run` run a step. Their commands are the functions of `.ci/steps`."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    name: str
    #: 2 for a step that keeps both cores busy; two others run beside each other.
    cores: int = 1
    #: The build folder that it locks: `root`, the clone's own, or `packages`, that of all packages outside, or `apple`, the
    #: modules for Apple systems.
    folder: str = ""
    #: Whether it is only in `.ci/nightly`, unless files below its folders changed.
    nightly: bool = False


#: In the order in which they begin.
STEPS = [
    Step("build", cores=2, folder="root"),
    Step("lint"),
    Step("tests", cores=2, folder="root"),
    Step("mutants", folder="root"),
    Step("conformance"),
    Step("samples"),
    Step("documentation-is-current"),
    Step("public-api"),
    Step("documentation", folder="apple"),
    Step("names"),
    Step("collisions"),
    Step("keys"),
    Step("output"),
    Step("identifiers"),
    Step("fuzz"),
    Step("fuzz-cache"),
    Step("oracle", folder="packages"),
    Step("model", folder="packages"),
    Step("releases", folder="packages"),
    Step("lint-rules"),
    Step("example-Quickstart", folder="packages", cores=2),
    # From here on only when files below their folders changed, and at night.
    Step("sample-values", nightly=True),
    Step("mock", nightly=True),
    Step("inspector", nightly=True),
    Step("fetch-schema", nightly=True),
    Step("language-server", nightly=True),
    Step("apple", folder="apple", nightly=True),
    Step("wrappers", nightly=True),
    Step("platforms-sources", nightly=True),
    Step("platforms", nightly=True),
    Step("container", cores=2, nightly=True),
    Step("migration", nightly=True),
    Step("example-FragmentViews", folder="packages", nightly=True),
    Step("example-GitHubExplorer", folder="packages", nightly=True),
    Step("example-LiveReviews", folder="packages", nightly=True),
    Step("example-MediaApp", folder="packages", nightly=True),
    Step("example-MultiModule", folder="packages", nightly=True),
    Step("example-OfflineLibrary", folder="packages", nightly=True),
    Step("example-ServerSide", folder="packages", nightly=True),
    # While the packages that they share with the example before are there.
    Step("integrations", folder="packages", nightly=True),
    Step("integrations-by-url", folder="packages", nightly=True),
    Step("tutorials-server", folder="packages", nightly=True),
    Step("example-TwoSchemas", folder="packages", nightly=True),
    Step("tutorials", folder="packages", nightly=True),
    Step("plugin-tests", nightly=True, folder="root"),
    # One optimized build for the next six.
    Step("release", cores=2, nightly=True),
    Step("costs", cores=2, folder="root", nightly=True),
    Step("meaning", nightly=True),
    Step("conformance-optimized", nightly=True),
    Step("texts", nightly=True),
    Step("prebuilt", nightly=True),
    Step("queue-kills", nightly=True),
    Step("fuzz-realtime", cores=2, nightly=True),
    Step("older-swift", cores=2, nightly=True),
    Step("all-mutants", cores=2, nightly=True),
    Step("benchmarks", cores=2, nightly=True),
]

#: Steps that check pages alone. When nothing but pages changed, they run after `build`, and no other step does.
PAGES = ["lint", "build", "samples", "documentation-is-current", "public-api", "documentation"]

#: Which files are pages.
PAGE_FILES = (r".*\.docc/.*", r"Documentation/.*", r".*\.md", r"LICENSE", r"\.github/.*", r"\.spi\.yml")

#: The folders whose changes bring a nightly step into `.ci/run`. `{name}` is the rest of a step's name after its first hyphen.
FOLDERS = {
    "Examples/{name}": ["example-{name}"],
    "Integrations": ["integrations", "integrations-by-url"],
    "Migration": ["migration"],
    "Plugins": ["plugin-tests"],
    "Sources/Tools/LanguageServer": ["language-server"],
    "Sources/Tools/LanguageService": ["language-server"],
    "Sources/Tools/Mock": ["mock"],
    "Sources/Tools/Tool": ["fetch-schema", "inspector", "language-server", "mock"],
    "Sources/Runtime/SwiftUI": ["apple", "wrappers"],
    "Sources/Runtime/Testing": ["sample-values"],
    "Sources/Runtime/Inspector": ["inspector"],
    "Sources/Shared/InspectorPage": ["inspector"],
    "Sources/Shared/Loopback": ["inspector", "mock"],
    "Sources/Shared/ShapeChoices": ["mock", "sample-values"],
    "Sources/Transports/CApusCurl": ["platforms", "platforms-sources"],
    "Sources/Runtime/CApusSQLite": ["platforms", "platforms-sources"],
    "Sources/Tools/apus-mock": ["mock"],
    "Tests/Judges/Output": ["mock", "sample-values"],
    "Tests/Systems/Apple": ["apple"],
    "Tests/Systems/FetchSchema": ["fetch-schema"],
    "Tests/Systems/Inspector": ["inspector"],
    "Tests/Systems/InspectorChild": ["inspector"],
    "Tests/Systems/Integrations": ["integrations-by-url"],
    "Tests/Systems/LanguageServer": ["language-server"],
    "Tests/Systems/Mock": ["mock"],
    "Tests/Systems/Platforms": ["platforms", "platforms-sources"],
    "Tests/Systems/Plugins": ["plugin-tests"],
    "Tests/Systems/SwiftUIStub": ["wrappers"],
}
